export { type Api, type ApiRequest, type ApiResponse, VIA_MCP } from './api.ts';
export { Catalog } from './catalog.ts';
export { parsed } from './http-api.ts';
export { createMcpServer, VERSION } from './server.ts';
export type { SessionOptions } from './session.ts';
