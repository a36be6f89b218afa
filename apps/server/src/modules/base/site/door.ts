/** What the rest of the server uses of `site`: the only file of it that others import. */
export type { DemoAccount } from './routes';
