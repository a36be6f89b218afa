import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { type MenuKey, menus } from '@tongda/contract/shell/menus';
import { findMenu } from '@tongda/contract/shell/tree';
import { useSession } from '../../kit/session/user';
import { MenuIcon } from '../menu/icon';
import { useOpenPage } from '../menu/open-page';
import '../menu/side.css';

/** Two characters that say an entry when its first two would not. */
const shortNames: Readonly<Record<string, string>> = {
  行驶轨迹: '轨迹',
  我的地图: '地图',
  主动安全: '安全',
  驾驶行为: '行为',
  线路规划: '规划',
};
const shortName = (name: string): string => shortNames[name] ?? name.slice(0, 2);
const leafPages = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? leafPages(node.children) : node.url ? [node] : []));

/** The pages of the menu, and 报警记录, which whoever looks at the map needs and which lies in another sub-application. */
function railPages(items: readonly MenuNode[], tree: readonly MenuNode[]): MenuNode[] {
  const pages = leafPages(items);
  const alarms = findMenu(tree, menus.alarmRecord.id);
  return alarms?.url && !pages.some(({ id }) => id === alarms.id) ? [...pages, alarms] : pages;
}

/** The menu on map pages: 56 px, icon over two characters, so that the map gets the width. */
export function MapRail({ items, current }: { items: readonly MenuNode[]; current: MenuKey | null }) {
  const openPage = useOpenPage();
  const tree = useSession((state) => state.visible);
  const activeId = current === null ? '' : String(menus[current].id);
  return (
    <nav className="shell-menu-rail" aria-label="车辆监控">
      {railPages(items, tree).map((node) => (
        <button
          key={node.id}
          type="button"
          className="td-plain shell-menu-rail-item"
          data-active={node.id === activeId}
          aria-current={node.id === activeId ? 'page' : undefined}
          title={node.name}
          onClick={() => openPage(node)}
        >
          <MenuIcon name={node.icon} />
          {shortName(node.name)}
        </button>
      ))}
    </nav>
  );
}
