import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { Star } from 'lucide-react';
import { toast } from '../../kit/dialog/notify';
import { useSession } from '../../kit/session/user';
import { maxFavourites, toggleFavourite, useShellPrefs } from '../tab/prefs';
import { useOpenPage } from './open-page';

const listPages = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [...(node.url ? [node] : []), ...listPages(node.children)]);

/** 收藏: starred menus of all sub-applications; one that the user may no longer see is not shown. */
export function Favourites({ activeUrl }: { activeUrl: string }) {
  const tree = useSession((state) => state.visible);
  const starred = useShellPrefs((state) => state.favourites);
  const openPage = useOpenPage();
  const all = listPages(tree);
  const shown = starred.flatMap((url) => all.find((node) => node.url === url) ?? []);
  if (shown.length === 0) return null;
  return (
    <section aria-label="收藏">
      <div className="shell-menu-side-title">收藏</div>
      <ul>
        {shown.map((node) => (
          <li key={node.url} className="shell-menu-side-row">
            <button
              type="button"
              className="td-plain shell-menu-side-item"
              aria-current={node.url === activeUrl ? 'page' : undefined}
              onClick={() => openPage(node)}
            >
              <Star className="shell-menu-icon" />
              <span className="shell-menu-side-name">{node.name}</span>
            </button>
            <StarButton node={node} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Stars a menu, or takes the star away. */
export function StarButton({ node }: { node: MenuNode }) {
  const starred = useShellPrefs((state) => state.favourites.includes(node.url));
  if (!node.url) return null;
  const toggle = (): void => {
    if (!toggleFavourite(node.url)) toast('warning', `最多收藏${maxFavourites}个菜单`);
  };
  return (
    <button
      type="button"
      className="td-plain shell-menu-side-star"
      aria-pressed={starred}
      aria-label={starred ? '取消收藏' : '收藏'}
      title={starred ? '取消收藏' : '收藏'}
      onClick={toggle}
    >
      <Star />
    </button>
  );
}
