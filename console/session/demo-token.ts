/**
 * The token of the set-up page is kept only in its memory, except while a demo company is built: a page that is loaded
 * again then continues. Other tabs do not see it, and it is removed at the end.
 */
const KEY = 'throughline.demo';

export function demoToken(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

export function keepDemoToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function forgetDemoToken(): void {
  sessionStorage.removeItem(KEY);
}
