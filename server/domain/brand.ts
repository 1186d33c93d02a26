import type { FieldError } from '../platform/errors.ts';
import { isObject } from '../platform/is-object.ts';
import { isWebAddress, parseWebAddress } from '../platform/web-address.ts';

/** Pure rules: the color and the logo of a company on its pages. */

export interface Brand {
  color: string | null;
  logo_url: string | null;
}

export const NO_BRAND: Brand = { color: null, logo_url: null };

const LIGHT = '#ffffff';
const DARK = '#000000';

/**
 * The color of text on this color: white or black, of which one always has a contrast of at least 4.58, more than
 * WCAG AA asks for (4.5). White if both have it, as people expect on a button.
 */
export function textColorOn(color: string): string {
  return contrast(LIGHT, color) >= 4.5 ? LIGHT : DARK;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The only origin that a page may load a picture from; null without a logo. */
export function logoOrigin({ logo_url }: Brand): string | null {
  return logo_url == null ? null : new URL(logo_url).origin;
}

/** Over http, the browser would not load it on a page with https, or everyone on the way could replace it. */
export function brandErrors(brand: unknown): FieldError[] {
  const url = isObject(brand) ? brand.logo_url : null;
  if (typeof url !== 'string') return [];
  if (isWebAddress(url) && parseWebAddress(url)?.protocol === 'https:') return [];
  const detail =
    'The field brand.logo_url must be a complete https address, such as https://alder.example.com/logo.png.';
  return [{ pointer: '/brand/logo_url', code: 'invalid_format', detail }];
}
