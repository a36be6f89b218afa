import {
  type OpenApp,
  openAppDel,
  openAppHistory,
  openAppList,
  openAppRotate,
  openAppSwitch,
} from '@tongda/contract/company/openapi/apps';
import { interfacePage } from '@tongda/contract/company/openapi/calls';
import { openScope } from '@tongda/contract/company/openapi/enums';
import { overlapH } from '@tongda/contract/company/openapi/signature';
import { fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { Button, Checkbox, Modal } from 'antd';
import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { copyText } from '../../../kit/show/copy';
import { formatNumber, none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { AppDrawer } from './app-drawer';
import { SecretDialog } from './secret-dialog';

interface Shown {
  appKey: string;
  secret: string;
  note: string;
}

/** 对接应用: the company's programs, their keys, what they may and what they did today. `only`: the one that a message was about stands first. */
export function AppsTab({ only }: { only: string | null }) {
  const asked = useAsk(openAppList, undefined, { refetchOnMount: 'always' });
  const [editing, setEditing] = useState<OpenApp | 'new' | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [history, setHistory] = useState<OpenApp | null>(null);
  const refresh = () => asked.refetch({ throwOnError: true });
  if (asked.error) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <Loading />;
  const apps = [...asked.data].sort((a, b) => Number(b.id === only) - Number(a.id === only));
  return (
    <div className="company-openapi-apps">
      <div className="company-openapi-tools">
        <Button type="primary" icon={<Plus />} onClick={() => setEditing('new')}>
          新增应用
        </Button>
        <span className="td-cap">一个对接系统建一个应用，各用各的密钥和额度。</span>
      </div>
      {asked.data.length === 0 ? (
        <Empty title="还没有对接应用" text="新增后得到 AppKey 和密钥，程序不需要登录账号" />
      ) : null}
      {apps.map((app) => (
        <AppCard
          key={app.id}
          app={app}
          edit={() => setEditing(app)}
          history={() => setHistory(app)}
          changed={() => void asked.refetch()}
          refresh={refresh}
          show={setShown}
        />
      ))}
      {editing ? (
        <AppDrawer
          key={editing === 'new' ? 'new' : editing.id}
          app={editing === 'new' ? null : (asked.data.find(({ id }) => id === editing.id) ?? editing)}
          reload={refresh}
          done={(made) => {
            setEditing(null);
            void asked.refetch();
            if (made) setShown({ ...made, note: '' });
          }}
          close={() => setEditing(null)}
        />
      ) : null}
      {shown ? <SecretDialog of={shown} note={shown.note} close={() => setShown(null)} /> : null}
      {history ? (
        <HistoryDrawer of={openAppHistory} id={history.id} name={history.name} close={() => setHistory(null)} />
      ) : null}
    </div>
  );
}

interface CardProps {
  app: OpenApp;
  edit: () => void;
  history: () => void;
  changed: () => void;
  refresh: () => Promise<unknown>;
  show: (what: Shown) => void;
}

function AppCard({ app, edit, history, changed, refresh, show }: CardProps) {
  const [rotating, setRotating] = useState(false);
  const onOff = useAct(openAppSwitch, {
    sure: ({ enabled }) =>
      enabled ? null : { title: `停用 ${app.name}？`, content: '它的调用立即被拒绝。', ok: '停用', danger: true },
    told: (_, { enabled }) => `${app.name} 已${enabled ? '启用' : '停用'}`,
    fresh: refresh,
    ended: changed,
  });
  const remove = useAct(openAppDel, {
    sure: {
      title: `删除 ${app.name}？`,
      content: '它的密钥和已开通的接口立即失效，调用日志保留到期。',
      ok: '删除',
      danger: true,
    },
    told: `${app.name} 已删除`,
    stale: [interfacePage],
    fresh: refresh,
    ended: changed,
  });
  const same = { id: app.id, version: app.version };
  return (
    <article className="company-openapi-app">
      <header>
        <h3>{app.name}</h3>
        <span className="td-dot" data-tone={app.enabled ? 'green' : 'grey'}>
          {app.enabled ? '启用' : '停用'}
        </span>
        <span className="company-openapi-do">
          <Button size="small" onClick={edit}>
            编辑
          </Button>
          <Button size="small" onClick={() => setRotating(true)}>
            更换密钥
          </Button>
          <Button size="small" loading={onOff.busy} onClick={() => void onOff.run({ ...same, enabled: !app.enabled })}>
            {app.enabled ? '停用' : '启用'}
          </Button>
          <Button size="small" type="text" onClick={history}>
            变更记录
          </Button>
          <Button size="small" type="text" danger loading={remove.busy} onClick={() => void remove.run(same)}>
            删除
          </Button>
        </span>
      </header>
      <AppFacts app={app} />
      {rotating ? (
        <RotateDialog
          app={app}
          refresh={refresh}
          close={() => setRotating(false)}
          done={(made) => {
            setRotating(false);
            changed();
            show(made);
          }}
        />
      ) : null}
    </article>
  );
}

/** What an application may do, from where, how often and how long. */
function AppFacts({ app }: { app: OpenApp }) {
  const { data } = useAsk(interfacePage, undefined);
  const names = app.opened.map((key) => data?.list.find((one) => one.key === key)?.name ?? key);
  return (
    <dl>
      <dt>AppKey</dt>
      <dd>
        <code>{app.appKey}</code>
        <Button
          type="text"
          size="small"
          icon={<Copy />}
          aria-label={`复制${app.name}的AppKey`}
          onClick={() => void copyText(app.appKey)}
        />
        {app.oldUntil ? <span className="company-openapi-warn">原密钥有效至 {app.oldUntil}</span> : null}
      </dd>
      <dt>已开通接口</dt>
      <dd>{names.join('、') || '无，请在“接口”中申请'}</dd>
      <dt>数据范围</dt>
      <dd title={app.targets.map(({ name }) => name).join('、')}>
        {openScope.label(app.scope)}
        {app.scope === openScope.company ? null : `：${app.targets.map(({ name }) => name).join('、') || none}`}
      </dd>
      {app.customer ? (
        <>
          <dt>所属客户</dt>
          <dd title="只见“车辆绑定”中绑定给该客户的车辆和绑定时段内的数据">{app.customer.name}</dd>
        </>
      ) : null}
      {app.masks.length > 0 ? (
        <>
          <dt>脱敏字段</dt>
          <dd title="与持有密钥的管理员一致；由能看到的管理员更换密钥并让原密钥立即失效后恢复">
            {app.masks.map((mask) => fieldMask.label(mask)).join('、')}
          </dd>
        </>
      ) : null}
      <dt>IP白名单</dt>
      <dd>{app.ipList.join('、') || '不限'}</dd>
      <dt>额度</dt>
      <dd>
        每分钟{formatNumber(app.perMinute)}次，今日已调用{formatNumber(app.callsToday)}次
        {app.lastCall ? `，最近 ${app.lastCall}` : ''}
      </dd>
      <dt>有效期至</dt>
      <dd>{app.validUntil ?? '长期'}</dd>
      {app.remark ? (
        <>
          <dt>备注</dt>
          <dd>{app.remark}</dd>
        </>
      ) : null}
    </dl>
  );
}

interface RotateProps {
  app: OpenApp;
  refresh: () => Promise<unknown>;
  close: () => void;
  done: (made: Shown) => void;
}

function RotateDialog({ app, refresh, close, done }: RotateProps) {
  const [atOnce, setAtOnce] = useState(false);
  const rotate = useAct(openAppRotate, {
    fresh: refresh,
    done: (made) =>
      done({ ...made, note: atOnce ? '原密钥已经失效。' : `原密钥在${overlapH}小时内仍可使用，请在此期间完成更换。` }),
  });
  return (
    <Modal
      open
      title={`更换 ${app.name} 的密钥`}
      okText="更换"
      cancelText="取消"
      confirmLoading={rotate.busy}
      okButtonProps={{ danger: atOnce }}
      onOk={() => void rotate.run({ id: app.id, version: app.version, atOnce })}
      onCancel={close}
    >
      <p className="company-openapi-note">
        {atOnce ? '使用原密钥的程序立即无法调用。' : `新密钥立即可用，原密钥继续有效${overlapH}小时，程序不中断。`}
      </p>
      <Checkbox checked={atOnce} onChange={(event) => setAtOnce(event.target.checked)}>
        原密钥已泄露，立即失效
      </Checkbox>
    </Modal>
  );
}
