import type { Language } from '../../../domain/languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import type { Texts } from './texts.ts';

export type { Texts } from './texts.ts';

export const TEXTS: Record<Language, Texts> = { en, es, fr, de, pt };
