import { constants } from '@tongda/contract/shell/constants';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { hasMenu, homeLink, tmsItems } from '@tongda/contract/shell/tree';
import { Button, Dropdown } from 'antd';
import { Building2, Monitor, Moon, Sun } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { logoOf, platformName, useBrand } from '../../kit/session/brand';
import type { ShellParts } from '../../kit/session/shell-parts';
import { useSession } from '../../kit/session/user';
import { cutText } from '../../kit/show/format';
import { Logo } from '../../kit/show/logo';
import { type ThemeChoice, useTheme } from '../../theme/store';
import { CustomerService } from '../dialog/customer-service';
import { VisitBanner } from '../dialog/visit-banner';
import { HeaderSearch } from '../menu/search';
import { SharedCode } from '../page/shared-code';
import { NoticeArea } from './notice-area';
import { UserMenu } from './user-menu';
import './header.css';

/** Logo, the two systems, the company, search, customer service, what modules bring, theme, user: only what works. */
export function Header({ area, parts }: { area: string; parts: ShellParts }) {
  return (
    <header className="shell-frame-header">
      <Brand />
      <SystemSwitch area={area} />
      <Company />
      <VisitBanner />
      <SharedCode />
      <div className="shell-frame-header-right">
        <HeaderSearch />
        <NoticeArea />
        <CustomerService />
        {Object.entries(parts.header).map(([key, Part]) => (
          <div key={key} className="shell-frame-part" data-guide={key}>
            <Part />
          </div>
        ))}
        <ThemeButton />
        <UserMenu entries={parts.userMenu} />
      </div>
    </header>
  );
}

function Brand() {
  const clientId = useSession((state) => state.user?.clientId ?? '');
  const home = useSession((state) => homeLink(state.visible));
  const brand = useBrand();
  const { src, height } = logoOf(brand, clientId);
  const name = platformName(brand);
  return (
    <Link className="shell-frame-brand" to={home} aria-label={`${name}，回到首页`}>
      {src ? <img src={src} alt="" style={{ height }} /> : <Logo size={height === 'auto' ? undefined : height} />}
      <b>{name}</b>
    </Link>
  );
}

/** Company and department, once where the uppermost is called like the company; a name is cut at 15 characters, the whole one shows under the mouse. */
function Company() {
  const user = useSession((state) => state.user);
  if (!user || user.loginType === -1) return null;
  return (
    <div className="shell-frame-company" title={`${user.clientName} / ${user.orgName}`}>
      <Building2 className="td-ico" />
      <span>{user.clientName}</span>
      {user.orgName === user.clientName ? null : (
        <>
          <i>/</i>
          <span>{cutText(user.orgName, constants.header.orgNameMaxChars)}</span>
        </>
      )}
    </div>
  );
}

/** 车辆监控 | 运输管理: both only for those who hold both; one alone is plain text. */
function SystemSwitch({ area }: { area: string }) {
  const tree = useSession((state) => state.visible);
  const navigate = useNavigate();
  const tms = tmsItems(tree)[0];
  const systems = [
    ...(hasMenu(tree, menus.monitoring.id)
      ? [{ key: 'webGIS', name: '车辆监控', url: href(routes.location, 'community') }]
      : []),
    ...(tms ? [{ key: 'tms', name: '运输管理', url: tms.url }] : []),
  ];
  const current = area === 'transport' ? 'tms' : 'webGIS';
  if (systems.length < 2) return <span className="shell-frame-system-one">{systems[0]?.name}</span>;
  return (
    <div className="shell-frame-system" role="tablist" aria-label="系统" data-guide="systems">
      {systems.map(({ key, name, url }) => (
        <button
          key={key}
          type="button"
          role="tab"
          className="td-plain"
          aria-selected={key === current}
          onClick={() => void navigate(url)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

const themes: ReadonlyArray<{ key: ThemeChoice; label: string; icon: typeof Sun }> = [
  { key: 'light', label: '浅色', icon: Sun },
  { key: 'dark', label: '深色', icon: Moon },
  { key: 'auto', label: '跟随系统', icon: Monitor },
];

function ThemeButton() {
  const { choice, mode, choose } = useTheme();
  const Icon = mode === 'dark' ? Moon : Sun;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [choice],
        items: themes.map(({ key, label, icon: Mark }) => ({ key, label, icon: <Mark className="td-ico" /> })),
        onClick: ({ key }) => choose(key === 'light' || key === 'dark' ? key : 'auto'),
      }}
    >
      <Button type="text" className="shell-frame-round" title="主题" aria-label="主题" icon={<Icon />} />
    </Dropdown>
  );
}
