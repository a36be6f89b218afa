import { enterpriseHome } from '@tongda/contract/base/org/calls';
import { allowsAccess } from '@tongda/contract/core/allows';
import type { Output } from '@tongda/contract/core/endpoint';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { feeStatus } from '@tongda/contract/trade/member/enums';
import { Button } from 'antd';
import {
  Building2,
  CalendarClock,
  Copy,
  HardDrive,
  KeyRound,
  type LucideIcon,
  Network,
  Truck,
  UserCog,
  UserRoundX,
  Users,
  Wallet,
} from 'lucide-react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { encodeValue } from '../../../kit/list/url';
import { useSession } from '../../../kit/session/user';
import { copyText } from '../../../kit/show/copy';
import { shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { SetupPanel } from './setup-panel';
import './styles.css';

type Summary = Output<typeof enterpriseHome>;

/** 企业管理首页: numbers of the company, links to its pages, and the last changes. */
export function EnterpriseHomePage() {
  const answer = useAsk(enterpriseHome, undefined);
  if (answer.error)
    return <ErrorState error={answer.error} retry={() => void answer.refetch()} right={enterpriseHome.title} />;
  if (!answer.data) return <Loading />;
  const { data } = answer;
  return (
    <section className="base-org-home" aria-label="企业管理首页">
      <SetupPanel />
      <Cards data={data} />
      <div className="base-org-columns">
        <Panel title="最近操作" flush>
          {data.recent.length === 0 ? <Empty title="还没有操作记录" /> : null}
          <ul className="base-org-recent">
            {data.recent.map((line) => (
              <li key={line.id}>
                <time className="td-cap" title={line.time}>
                  {shortTime(line.time)}
                </time>
                <b title={line.userName}>{line.userName || '系统'}</b>
                <span>
                  {line.entity}·{line.action}
                </span>
                <span title={line.text}>
                  {line.name}
                  {line.text ? `　${line.text}` : ''}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
        <Aside />
      </div>
    </section>
  );
}

interface CardProps {
  icon: LucideIcon;
  label: string;
  value: number | string;
  note?: string;
  to?: string;
  menu?: number;
  warn?: boolean;
}

function Card({ icon: Icon, label, value, note, to, menu, warn = false }: CardProps) {
  const may = useSession((state) => menu === undefined || allowsAccess(state, { menu }));
  const inside = (
    <>
      <span>
        <Icon className="td-ico" />
        {label}
      </span>
      <b>{value}</b>
      <span className="td-cap">{note ?? ' '}</span>
    </>
  );
  return to && may ? (
    <Link className="base-org-card" data-warn={warn} to={to}>
      {inside}
    </Link>
  ) : (
    <div className="base-org-card" data-warn={warn}>
      {inside}
    </div>
  );
}

function Cards({ data }: { data: Summary }) {
  const users = data.usersEnabled + data.usersDisabled;
  return (
    <div className="base-org-cards">
      <Card
        icon={Network}
        label="部门"
        value={data.orgs}
        to={href(routes.structure, 'enterprise')}
        menu={menus.structure.id}
      />
      <Card
        icon={Users}
        label="用户"
        value={users}
        note={`启用 ${data.usersEnabled}　停用 ${data.usersDisabled}`}
        to={href(routes.userList, 'enterprise')}
        menu={menus.userManagement.id}
      />
      <Card
        icon={UserRoundX}
        label="90天未登录"
        value={data.usersIdle}
        warn={data.usersIdle > 0}
        to={href(routes.userList, 'enterprise', { idle: encodeValue('1'), accountStatus: 1 })}
        menu={menus.userManagement.id}
      />
      <Card
        icon={UserCog}
        label="角色"
        value={data.roles}
        to={href(routes.rolePermissions, 'enterprise')}
        menu={menus.rolePermissions.id}
      />
      <Card
        icon={Truck}
        label="可见车辆"
        value={data.vehicles}
        note={`设备 ${data.devices}`}
        to={href(routes.vehicleList, 'resources')}
        menu={menus.vehicle.id}
      />
      <Card
        icon={HardDrive}
        label="30天内到期设备"
        value={data.devicesSoon}
        warn={data.devicesSoon > 0}
        to={href(routes.equipmentCostList, 'enterprise', { feeStatus: encodeValue([feeStatus.soon]) })}
        menu={menus.equipmentCost.id}
      />
      <Card
        icon={KeyRound}
        label="生效授权"
        value={data.grants}
        note="车辆和设备"
        to={href(routes.vehicleGrantList, 'enterprise', { status: 1 })}
        menu={menus.vehicleEquipmentGrant.id}
      />
      <Card
        icon={CalendarClock}
        label="30天内到期授权"
        value={data.grantsSoon}
        warn={data.grantsSoon > 0}
        to={href(routes.vehicleGrantList, 'enterprise', { soon: encodeValue('1') })}
        menu={menus.vehicleEquipmentGrant.id}
      />
      <Card
        icon={Wallet}
        label="待支付订单"
        value={data.ordersToPay}
        warn={data.ordersToPay > 0}
        to={href(routes.orderCenter, 'enterprise', { payable: 'yes' })}
        menu={menus.orderCenter.id}
      />
      <Card icon={Building2} label="服务到期日" value={data.serviceEnd ?? '长期'} />
    </div>
  );
}

const quick: ReadonlyArray<{ name: string; to: string; menu: number }> = [
  { name: '组织架构', to: href(routes.structure, 'enterprise'), menu: menus.structure.id },
  { name: '角色权限', to: href(routes.rolePermissions, 'enterprise'), menu: menus.rolePermissions.id },
  { name: '用户管理', to: href(routes.userList, 'enterprise'), menu: menus.userManagement.id },
  { name: '车辆授权', to: href(routes.vehicleGrantList, 'enterprise'), menu: menus.vehicleEquipmentGrant.id },
  { name: '地图授权', to: href(routes.regionGrantList, 'enterprise'), menu: menus.regionSiteGrant.id },
  { name: '蓝牙锁授权', to: href(routes.lockGrantList, 'enterprise'), menu: menus.bluetoothLockGrant.id },
  { name: '设备费用', to: href(routes.equipmentCostList, 'enterprise'), menu: menus.equipmentCost.id },
  { name: '订单中心', to: href(routes.orderCenter, 'enterprise'), menu: menus.orderCenter.id },
];

function Aside() {
  const session = useSession();
  const code = session.user?.clientSharedCode;
  return (
    <div className="base-org-home-aside">
      <Panel title="快捷入口">
        <nav className="base-org-quick" aria-label="快捷入口">
          {quick
            .filter(({ menu }) => allowsAccess(session, { menu }))
            .map(({ name, to }) => (
              <Link key={to} to={to}>
                {name}
              </Link>
            ))}
        </nav>
      </Panel>
      {code ? (
        <Panel title="企业识别码">
          <div className="base-org-code">
            <code>{code}</code>
            <Button icon={<Copy />} onClick={() => void copyText(code)}>
              复制
            </Button>
          </div>
          <p className="td-cap">公司之间共享车辆时，用它识别本公司。</p>
        </Panel>
      ) : null}
    </div>
  );
}
