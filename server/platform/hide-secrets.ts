/** What events show in place of a secret. The log can never be changed, so no secret may enter it. */
export const HIDDEN = '[hidden]';

/** Only the server of a URL: its path and its query can contain a key. */
export function hidePath(text: string): string {
  const url = URL.parse(text);
  if (url === null) return HIDDEN;
  return url.pathname === '/' && url.search === '' ? text : `${url.origin}/${HIDDEN}`;
}
