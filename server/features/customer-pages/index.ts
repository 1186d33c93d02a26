export { serveCustomerPages } from './pages.ts';
