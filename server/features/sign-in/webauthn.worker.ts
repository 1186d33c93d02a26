import { serveCalls } from '../../platform/threads/serve-calls.ts';
import { webauthnCalls } from './webauthn-calls.ts';

serveCalls(webauthnCalls);
