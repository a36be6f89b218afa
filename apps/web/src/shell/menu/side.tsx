import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { type MenuKey, menus, menuUrl } from '@tongda/contract/shell/menus';
import { Dropdown, Input, Tooltip } from 'antd';
import { ChevronDown, ChevronRight, ExternalLink, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Favourites, StarButton } from './favourites';
import { MenuIcon } from './icon';
import { useOpenPage } from './open-page';
import './side.css';

interface SideMenuProps {
  title: string;
  items: readonly MenuNode[];
  /** menu of the page in front */
  current: MenuKey | null;
  collapsed: boolean;
  toggle: () => void;
}

const searchFrom = 12;
const countLeaves = (nodes: readonly MenuNode[]): number =>
  nodes.reduce((sum, node) => sum + (node.children.length > 0 ? countLeaves(node.children) : 1), 0);
const containsNode = (node: MenuNode, id: string): boolean =>
  node.id === id || node.children.some((child) => containsNode(child, id));

/** A menu that is longer than the window shows the entry of the page in front. */
function useInSight(active: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active) button.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return button;
}

/** Nodes whose own or children's names match. */
function searchNodes(nodes: readonly MenuNode[], text: string): MenuNode[] {
  return nodes.flatMap((node) => {
    if (pinyinMatch(node.name, text)) return [node];
    const children = searchNodes(node.children, text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The sub-application's menu: 200 px with words, 56 px with icons. */
export function SideMenu({ title, items, current, collapsed, toggle }: SideMenuProps) {
  const [text, setText] = useState('');
  const activeId = current === null ? '' : String(menus[current].id);
  // A short menu need not be unfolded by hand.
  const few = countLeaves(items) <= searchFrom;
  const shown = text && !collapsed ? searchNodes(items, text) : items;
  return (
    <nav className="shell-menu-side" data-collapsed={collapsed} aria-label={title}>
      {!few && !collapsed ? (
        <Input
          className="shell-menu-side-search"
          prefix={<Search className="td-ico td-mute" />}
          placeholder="搜索菜单"
          aria-label="搜索菜单"
          value={text}
          allowClear
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <div className="shell-menu-side-list">
        {collapsed || text ? null : <Favourites activeUrl={current === null ? '' : menuUrl(menus[current])} />}
        {collapsed ? null : <div className="shell-menu-side-title">{title}</div>}
        <ul>
          {shown.map((node) => (
            <SideItem
              key={node.id}
              node={node}
              activeId={activeId}
              collapsed={collapsed}
              open={text !== ''}
              unfoldedAtFirst={few}
            />
          ))}
        </ul>
      </div>
      <button type="button" className="td-plain shell-menu-side-fold" onClick={toggle} aria-expanded={!collapsed}>
        {collapsed ? <PanelLeftOpen className="shell-menu-icon" /> : <PanelLeftClose className="shell-menu-icon" />}
        <span>{collapsed ? <span className="td-sr">展开菜单</span> : '收起菜单'}</span>
      </button>
    </nav>
  );
}

interface SideItemProps {
  node: MenuNode;
  activeId: string;
  collapsed: boolean;
  open: boolean;
  unfoldedAtFirst: boolean;
}

function SideItem({ node, activeId, collapsed, open, unfoldedAtFirst }: SideItemProps) {
  const within = containsNode(node, activeId);
  const [unfolded, setUnfolded] = useState(within || unfoldedAtFirst);
  const openPage = useOpenPage();
  useEffect(() => {
    if (within) setUnfolded(true);
  }, [within]);
  const isGroup = node.children.length > 0;
  const showChildren = isGroup && (unfolded || open) && !collapsed;
  const press = (): void => {
    if (!isGroup) openPage(node);
    else if (collapsed) openPage(firstLeaf(node));
    else setUnfolded(!unfolded);
  };
  const button = (
    <button
      type="button"
      className="td-plain shell-menu-side-item"
      data-active={node.id === activeId || (collapsed && within)}
      aria-current={node.id === activeId ? 'page' : undefined}
      aria-expanded={isGroup && !collapsed ? showChildren : undefined}
      onClick={press}
    >
      <MenuIcon name={node.icon} />
      <span className="shell-menu-side-name">{node.name}</span>
      {isGroup ? showChildren ? <ChevronDown /> : <ChevronRight /> : node.mark === 'blank' ? <ExternalLink /> : null}
    </button>
  );
  return (
    <li>
      {collapsed ? (
        <CollapsedHint node={node} activeId={activeId} open={openPage}>
          {button}
        </CollapsedHint>
      ) : isGroup ? (
        button
      ) : (
        <div className="shell-menu-side-row">
          {button}
          <StarButton node={node} />
        </div>
      )}
      {showChildren ? (
        <ul className="shell-menu-side-sub">
          {node.children.map((child) => (
            <SubItem key={child.id} node={child} activeId={activeId} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** A page under a group. */
function SubItem({ node, activeId }: { node: MenuNode; activeId: string }) {
  const active = containsNode(node, activeId);
  const button = useInSight(active);
  const openPage = useOpenPage();
  return (
    <li className="shell-menu-side-row">
      <button
        ref={button}
        type="button"
        className="td-plain shell-menu-side-item"
        data-active={active}
        aria-current={node.id === activeId ? 'page' : undefined}
        onClick={() => openPage(firstLeaf(node))}
      >
        <span className="shell-menu-side-name">{node.name}</span>
      </button>
      <StarButton node={firstLeaf(node)} />
    </li>
  );
}

interface CollapsedHintProps {
  node: MenuNode;
  activeId: string;
  open: (node: MenuNode) => void;
  children: ReactNode;
}

/** What an icon of the folded menu stands for: its name, or the pages under it to choose from. */
function CollapsedHint({ node, activeId, open, children }: CollapsedHintProps) {
  if (node.children.length === 0) {
    return (
      <Tooltip title={node.name} placement="right">
        {children}
      </Tooltip>
    );
  }
  const items = node.children.map((child) => ({
    key: child.id,
    label: child.name,
    onClick: () => open(firstLeaf(child)),
  }));
  const menu = {
    items: [{ key: 'group', type: 'group' as const, label: node.name, children: items }],
    selectedKeys: [activeId],
  };
  return (
    <Dropdown placement="bottomRight" menu={menu}>
      {children}
    </Dropdown>
  );
}

/** The first page at or below a node. */
function firstLeaf(node: MenuNode): MenuNode {
  const [child] = node.children;
  return node.url === '' && child ? firstLeaf(child) : node;
}
