import type { Area } from './areas';
import { href, routes } from './routes';

/** A screen as a page of another sub-application opens it: under a name of its own, and leading back there. */
interface Opener {
  /** 新增/编辑订阅 */
  title: string;
  area: Area;
  /** the page that it belongs to then */
  name: string;
  to: string;
}

/** By what the address of the screen says in `from`. */
const openers: ReadonlyMap<string, Opener> = new Map([
  [
    'subscription',
    {
      title: '新增/编辑订阅',
      area: 'community',
      name: '接口中心',
      to: href(routes.interfaceCenter, 'community', { tab: 'push' }),
    },
  ],
]);

/** Who opened the page with this address, when it says so. */
export const openerOf = (search: string): Opener | null =>
  openers.get(new URLSearchParams(search).get('from') ?? '') ?? null;
