import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { type MenuKey, menus } from '@tongda/contract/shell/menus';
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

/** The menu on map pages: 56 px, icon over two characters, so that the map gets the width. */
export function MapRail({ items, current }: { items: readonly MenuNode[]; current: MenuKey | null }) {
  const openPage = useOpenPage();
  const activeId = current === null ? '' : String(menus[current].id);
  return (
    <nav className="shell-menu-rail" aria-label="车辆监控">
      {leafPages(items).map((node) => (
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
