import { authRightNames, type GrantFamily, grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import {
  explainButton,
  explainChoices,
  explainResource,
  explainVehicle,
  type Reason,
} from '@tongda/contract/company/resource-auth/shapes';
import { fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { builtRoutes } from '@tongda/contract/shell/built';
import { isMenuKey, menuList } from '@tongda/contract/shell/menus';
import { buttons } from '@tongda/contract/shell/rights';
import { placesOfMenu } from '@tongda/contract/shell/routes';
import { rootOf } from '@tongda/contract/shell/tree';
import { Drawer, Segmented, Select } from 'antd';
import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { SplitTabs } from '../../../kit/detail/split-page';
import { type Found, RemoteSelect } from '../../../kit/form/input/remote-select';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { searchUsers } from '../../base/reference/door';
import './styles.css';
import { byPinyin } from '../../../kit/form/input/by-pinyin';

interface DiagnoseProps {
  /** whom it is about, when that is known */
  user?: Found;
  /** which kind of resource it opens with */
  family?: GrantFamily;
  close: () => void;
}

type Kind = 'vehicle' | 'site' | 'region' | 'route' | 'store' | 'lock';
const kinds: readonly Kind[] = ['vehicle', 'site', 'region', 'route', 'store', 'lock'];
const searchOf =
  (kind: Kind) =>
  (keyword: string): Promise<Found[]> =>
    call(explainChoices, { kind, keyword }, { quiet: true });

/** 权限诊断: why a user can or cannot see a vehicle, or press a button. */
export function DiagnoseDrawer({ user: known, family = 'vehicle', close }: DiagnoseProps) {
  const [userId, setUserId] = useState<string | undefined>(known?.id);
  const [tab, setTab] = useState<'vehicle' | 'button'>('vehicle');
  return (
    <Drawer open size={640} title="权限诊断" onClose={close} styles={{ body: { padding: 0 } }}>
      <div className="company-resource-auth-ask">
        <label htmlFor="diagnose-user">用户</label>
        <RemoteSelect id="diagnose-user" search={searchUsers} known={known} value={userId} onChange={setUserId} />
      </div>
      <SplitTabs
        items={[
          { key: 'vehicle', name: '能不能看到车辆等资源' },
          { key: 'button', name: '能不能用菜单/按钮' },
        ]}
        value={tab}
        change={setTab}
      />
      {tab === 'vehicle' ? <AskResource userId={userId} family={family} /> : <AskButton userId={userId} />}
    </Drawer>
  );
}

function AskResource({ userId, family }: { userId?: string; family: GrantFamily }) {
  const [kind, setKind] = useState<Kind>(family === 'map' ? 'site' : family);
  const [id, setId] = useState<string>();
  const search = useMemo(() => searchOf(kind), [kind]);
  const asked = userId !== undefined && id !== undefined;
  const ofVehicle = useAsk(explainVehicle, asked && kind === 'vehicle' ? { userId, vehicleId: id } : null);
  const ofOther = useAsk(explainResource, asked && kind !== 'vehicle' ? { userId, kind, id } : null);
  const answer = kind === 'vehicle' ? ofVehicle : ofOther;
  return (
    <>
      <div className="company-resource-auth-ask">
        <span>资源</span>
        <Segmented<Kind>
          value={kind}
          options={kinds.map((value) => ({ value, label: grantKindNames[value] }))}
          onChange={(next) => {
            setKind(next);
            setId(undefined);
          }}
        />
        <label htmlFor="diagnose-resource">{grantKindNames[kind]}</label>
        <RemoteSelect
          key={kind}
          id="diagnose-resource"
          search={search}
          value={id}
          placeholder={kind === 'vehicle' ? '输入车牌号' : '输入名称或编号'}
          onChange={setId}
        />
      </div>
      <Answer query={answer} hint="选择用户和资源，说明能不能看到以及原因">
        {(found) => (
          <>
            <Verdict good={found.visible} text={found.answer} />
            <dl className="company-resource-auth-facts">
              <dt>用户部门</dt>
              <dd>{found.userOrg || '未分部门'}</dd>
              <dt>数据范围</dt>
              <dd>{found.scope}</dd>
              <dt>资源部门</dt>
              <dd>{found.resourceOrg || '未分部门'}</dd>
              <dt>有效权限</dt>
              <dd>{found.rights.map((right) => authRightNames[right]).join('、') || '无'}</dd>
              <dt>脱敏字段</dt>
              <dd>{found.hides.map((mask) => fieldMask.label(mask)).join('、') || '无'}</dd>
            </dl>
            <h3 className="company-resource-auth-chain-title">原因</h3>
            <Reasons reasons={found.reasons} />
          </>
        )}
      </Answer>
    </>
  );
}

const stateNames: Readonly<Record<Reason['state'], string>> = {
  active: '生效',
  pending: '未开始',
  expired: '已过期',
  revoked: '已撤销',
  blocked: '不生效',
};

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  if (reasons.length === 0)
    return <p className="td-cap company-resource-auth-pad">没有任何途径：既不归属其数据范围，也没有授权或共享。</p>;
  return (
    <ol className="company-resource-auth-chain">
      {reasons.map((reason) => (
        <li key={`${reason.kind}${reason.authId ?? ''}${reason.text}`} data-state={reason.state}>
          <span className="td-dot" data-tone={reason.state === 'active' ? 'green' : 'grey'}>
            {stateNames[reason.state]}
          </span>
          <span>{reason.text}</span>
          <span className="td-cap">{reason.rights.map((right) => authRightNames[right]).join('、')}</span>
        </li>
      ))}
    </ol>
  );
}

/** Menus with a page, and the rights under them, as one searchable list. */
const choices = menuList
  .filter((menu) => isMenuKey(menu.key) && placesOfMenu(menu.key).some((place) => builtRoutes.has(place.key)))
  .flatMap((menu) => {
    const root = isMenuKey(menu.key) ? rootOf(menu.key).name : '';
    const name = `${root} / ${menu.name}`;
    return [
      { value: `${menu.id}|`, label: name },
      ...buttons
        .filter((button) => button.menuId === menu.id)
        .map((button) => ({ value: `${menu.id}|${button.path}`, label: `${name} · ${button.label}` })),
    ];
  })
  .filter((choice, i, all) => all.findIndex(({ value }) => value === choice.value) === i);

function AskButton({ userId }: { userId?: string }) {
  const [chosen, setChosen] = useState<string>();
  const [menuId = '', path = ''] = chosen?.split('|') ?? [];
  const answer = useAsk(
    explainButton,
    { userId: userId ?? '', menuId: Number(menuId), ...(path ? { path } : {}) },
    { when: userId !== undefined && chosen !== undefined },
  );
  return (
    <>
      <div className="company-resource-auth-ask">
        <label htmlFor="diagnose-menu">菜单/按钮</label>
        <Select<string>
          id="diagnose-menu"
          value={chosen}
          options={choices}
          placeholder="选择菜单或按钮"
          allowClear
          showSearch={byPinyin}
          onChange={setChosen}
        />
      </div>
      <Answer query={answer} hint="选择用户和菜单或按钮，说明能不能使用以及原因">
        {(found) => (
          <>
            <Verdict good={found.allowed} text={found.answer} />
            <h3 className="company-resource-auth-chain-title">角色</h3>
            {found.roles.length === 0 ? <p className="td-cap company-resource-auth-pad">该用户没有任何角色。</p> : null}
            <ol className="company-resource-auth-chain">
              {found.roles.map((role) => (
                <li
                  key={role.id ?? role.name}
                  data-state={role.enabled && role.menu && role.button ? 'active' : 'blocked'}
                >
                  <span className="td-dot" data-tone={role.enabled && role.menu && role.button ? 'green' : 'grey'}>
                    {role.name}
                  </span>
                  <span>{role.text}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Answer>
    </>
  );
}

function Answer<T>(props: {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  hint: string;
  children: (found: T) => ReactNode;
}) {
  const { query } = props;
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (query.data !== undefined) return <div className="company-resource-auth-answer">{props.children(query.data)}</div>;
  return query.isFetching ? <Loading /> : <Empty title={props.hint} />;
}

function Verdict({ good, text }: { good: boolean; text: string }) {
  return (
    <p className="company-resource-auth-verdict" data-good={good} role="status">
      {good ? <CircleCheck /> : <CircleX />}
      {text}
    </p>
  );
}
