import { message } from '@tongda/contract/core/messages';
import { builtRoutes } from '@tongda/contract/shell/built';
import { constants } from '@tongda/contract/shell/constants';
import { menus } from '@tongda/contract/shell/menus';
import { href, type RouteKey, routes } from '@tongda/contract/shell/routes';
import { hasMenu } from '@tongda/contract/shell/tree';
import { Dropdown } from 'antd';
import {
  AppWindow,
  Boxes,
  ChevronDown,
  CircleUser,
  Compass,
  DoorOpen,
  Download,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Plug,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { UserMenuEntry } from '../../kit/session/shell-parts';
import { useSession } from '../../kit/session/user';
import { useOpenPage } from '../menu/open-page';
import { restartGuide } from '../tab/prefs';
import { leaveCompany, leaveSystem } from './leave-system';

interface PageEntry {
  key: RouteKey;
  label: string;
  icon: ReactNode;
  order: number;
  url: string;
  /** menu that must be held; absent = for everybody who is logged in */
  menu?: number;
  mark?: 'blank';
}

/** Pages of the dropdown; those that are not built yet are not shown. */
const pages: readonly PageEntry[] = [
  {
    key: 'userInfo',
    label: '个人信息',
    icon: <CircleUser className="td-ico" />,
    order: 10,
    url: href(routes.userInfo, 'community'),
  },
  {
    key: 'userGrouping',
    label: '车辆分组',
    icon: <Boxes className="td-ico" />,
    order: 11,
    url: href(routes.userGrouping, 'community'),
  },
  {
    key: 'operationBoard',
    label: '运营看板',
    icon: <LayoutDashboard className="td-ico" />,
    order: 12,
    url: href(routes.operationBoard, 'community'),
    menu: menus.operationBoard.id,
    mark: 'blank',
  },
  {
    key: 'interfaceCenter',
    label: '接口中心',
    icon: <Plug className="td-ico" />,
    order: 13,
    url: href(routes.interfaceCenter, 'community'),
  },
  {
    key: 'download',
    label: '下载管理',
    icon: <Download className="td-ico" />,
    order: 14,
    url: href(routes.download, 'community'),
  },
];

const BrowseDialog = lazy(async () => ({ default: (await import('../dialog/browse')).BrowseDialog }));

const KeysDialog = lazy(async () => ({ default: (await import('../dialog/keys')).KeysDialog }));

/** Settings of the shell itself. */
const own: readonly UserMenuEntry[] = [
  {
    key: 'browse',
    label: '浏览配置',
    icon: <AppWindow className="td-ico" />,
    order: 50,
    visible: ({ user }) => user?.loginType !== -1,
    dialog: BrowseDialog,
  },
  {
    key: 'guide',
    label: '使用引导',
    icon: <Compass className="td-ico" />,
    order: 51,
    visible: ({ user }) => user?.loginType !== -1,
    run: restartGuide,
  },
  {
    key: 'keys',
    label: '键盘快捷键',
    icon: <Keyboard className="td-ico" />,
    order: 52,
    dialog: KeysDialog,
  },
];

/** Avatar, name, and everything that belongs to the person: pages, settings of modules, the way out, the version. */
export function UserMenu({ entries }: { entries: readonly UserMenuEntry[] }) {
  const session = useSession();
  const { user, tree } = session;
  const navigate = useNavigate();
  const openPage = useOpenPage();
  const [dialog, setDialog] = useState<UserMenuEntry | null>(null);
  const all = [...own, ...entries];
  if (!user) return null;
  const visiting = user.loginType === -1;
  // a visitor is himself, whoever's eyes he looks through
  const who = visiting ? (user.proxyUser?.name ?? '') : user.name;
  const shownPages = pages.filter(
    ({ key, menu }) => builtRoutes.has(key) && (menu === undefined || hasMenu(tree, menu)),
  );
  const lines = [
    ...shownPages.map(({ key, label, icon: mark, order, url, mark: where, menu }) => ({
      key,
      label,
      icon: mark,
      order,
      onClick: () => (where ? openPage({ url, mark: where, id: String(menu) }) : void navigate(url)),
    })),
    ...all
      .filter(({ visible }) => visible?.(session) ?? true)
      .map((entry) => ({
        key: entry.key,
        label: entry.label,
        icon: entry.icon,
        order: entry.order,
        onClick: () => (entry.dialog ? setDialog(entry) : entry.run?.()),
      })),
    ...(visiting
      ? [
          {
            key: 'leaveCompany',
            label: '退出公司',
            icon: <DoorOpen className="td-ico" />,
            order: 98,
            onClick: () => void leaveCompany(),
          },
        ]
      : []),
    {
      key: 'logout',
      label: '退出登录',
      icon: <LogOut className="td-ico" />,
      order: 99,
      onClick: () => void leaveSystem(),
    },
  ].sort((a, b) => a.order - b.order);
  const Dialog = dialog?.dialog;
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'who',
              type: 'group',
              label: visiting
                ? message('visit.banner', { company: user.clientName })
                : `${user.accountCode} · ${user.clientName}`,
            },
            ...withDividers(lines),
            { key: 'version', type: 'group', label: `版本 ${constants.header.version}` },
          ],
        }}
      >
        <button type="button" className="td-plain shell-frame-user" data-guide="user" aria-label={`用户菜单 ${who}`}>
          <Avatar name={who} picture={visiting ? null : user.headImgUrl} />
          <span className="shell-frame-user-name">{who}</span>
          <ChevronDown className="td-ico" />
        </button>
      </Dropdown>
      <Suspense fallback={null}>{Dialog ? <Dialog close={() => setDialog(null)} /> : null}</Suspense>
    </>
  );
}

function Avatar({ name, picture }: { name: string; picture: string | null }) {
  if (picture) return <img className="shell-frame-avatar" src={picture} alt="" />;
  return (
    <span className="shell-frame-avatar" aria-hidden="true">
      {[...name].slice(-2).join('')}
    </span>
  );
}

/** A line between pages (below 50), settings (below 90) and the ways out. */
function withDividers<T extends { key: string; order: number }>(lines: readonly T[]) {
  const block = (order: number): number => (order < 50 ? 0 : order < 90 ? 1 : 2);
  return lines.flatMap(({ order, ...line }, at) => {
    const before = lines[at - 1];
    const edge = before !== undefined && block(before.order) !== block(order);
    return edge ? [{ type: 'divider' as const, key: `before-${line.key}` }, line] : [line];
  });
}
