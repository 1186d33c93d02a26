/** A full http or https URL, or null. */
export function parseWebAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/** Without a user name and password, which everyone who sees the URL could read. */
export function isWebAddress(text: string): boolean {
  const url = parseWebAddress(text);
  return url !== null && url.username === '' && url.password === '';
}
