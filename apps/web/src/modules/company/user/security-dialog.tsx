import {
  companySecurity,
  companySecurityHis,
  type SecurityRules,
  saveCompanySecurity,
  securityBounds,
  sessionHours,
} from '@tongda/contract/company/user/security';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, InputNumber, Modal, Select, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { ActBar } from '../../../kit/dialog/act-bar';
import { useSession } from '../../../kit/session/user';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

type Security = Output<typeof companySecurity>;

/** 登录安全: sessions, passwords and locks. Administrators change it, others who manage users look. */
export function SecurityDialog({ close }: { close: () => void }) {
  const asked = useAsk(companySecurity, undefined, { own: 'edit' });
  if (asked.data) return <Form loaded={asked.data} renew={() => asked.refetch({ throwOnError: true })} close={close} />;
  return (
    <Modal open title="登录安全" width={560} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

interface FormProps {
  loaded: Security;
  renew: () => Promise<unknown>;
  close: () => void;
}

function Form({ loaded, renew, close }: FormProps) {
  const [rules, setRules] = useState<Draft>(loaded);
  const set = (part: Partial<Draft>): void => setRules((before) => ({ ...before, ...part }));
  const { multiLogin } = rules;
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
  const whole = ready(rules);
  const changed = fields.some((field) => rules[field] !== loaded[field]);
  const ends = loaded.multiLogin && !multiLogin ? loaded.several : 0;
  const save = useAct(saveCompanySecurity, {
    ...(ends > 0
      ? {
          sure: {
            title: `${ends}个用户正在多处登录`,
            content: '关闭后每个用户只保留最近一次登录，其余电脑会提示“强制退出”。',
            ok: '关闭多端登录',
            danger: true,
          },
        }
      : {}),
    told: ({ ended }) => (ended > 0 ? `已保存，${ended}处登录已退出` : '登录安全设置已保存'),
    stale: [companySecurity],
    fresh: renew,
    done: close,
  });
  const line = ({ field, title, hint, unit, bounds: [min, max] }: NumberLine) => (
    <Line key={field} title={title} hint={hint}>
      {(id) => (
        <InputNumber
          aria-labelledby={id}
          min={min}
          max={max}
          precision={0}
          suffix={unit}
          style={{ width: 120 }}
          value={rules[field]}
          disabled={!loaded.editable}
          onChange={(value) => set({ [field]: value })}
        />
      )}
    </Line>
  );
  return (
    <Modal
      open
      title="登录安全"
      width={560}
      onCancel={close}
      styles={{ body: { maxHeight: 'calc(100vh - 260px)', overflowY: 'auto' } }}
      footer={
        loaded.editable ? (
          <>
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              loading={save.busy}
              disabled={!changed || !whole}
              onClick={() => whole && void save.run({ ...whole, version: loaded.version })}
            >
              保存
            </Button>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      <ActBar of={save} />
      <h3 className="company-user-setting-head">登录</h3>
      <Line
        title="允许多端同时登录"
        hint="关闭时同一账号在另一台电脑登录，先登录的电脑会被强制退出；手机、大屏各算一端。"
      >
        {(id) => (
          <Switch
            aria-labelledby={id}
            checked={multiLogin}
            disabled={!loaded.editable}
            onChange={(on) => set({ multiLogin: on })}
          />
        )}
      </Line>
      {numbers.login.map(line)}
      <h3 className="company-user-setting-head">密码</h3>
      {numbers.password.map(line)}
      <Line title="密码字符种类" hint="对之后设置的密码生效。">
        {(id) => (
          <Select<2 | 3>
            aria-labelledby={id}
            style={{ width: 190 }}
            value={rules.kinds}
            disabled={!loaded.editable}
            options={[
              { value: 2, label: '字母、数字、符号任两种' },
              { value: 3, label: '字母、数字、符号都要有' },
            ]}
            onChange={(kinds) => set({ kinds })}
          />
        )}
      </Line>
      <Line
        title="密码有效期"
        hint={`到期后登录须先修改密码；空白为长期有效。${loaded.overdue > 0 ? `现有${loaded.overdue}个用户的密码已过期。` : ''}`}
      >
        {(id) => (
          <InputNumber
            aria-labelledby={id}
            min={securityBounds.expireDays[0]}
            max={securityBounds.expireDays[1]}
            precision={0}
            suffix="天"
            placeholder="长期"
            style={{ width: 120 }}
            value={rules.expireDays}
            disabled={!loaded.editable}
            onChange={(expireDays) => set({ expireDays })}
          />
        )}
      </Line>
      <h3 className="company-user-setting-head">锁定</h3>
      {numbers.lock.map(line)}
      <p className="td-cap company-user-setting-foot">
        {loaded.editable ? null : '只有企业管理员可以修改。'}
        {loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}　` : '还没有修改过　'}
        <button type="button" className="td-plain kit-table-word" onClick={() => setHistory(true)}>
          变更记录
        </button>
      </p>
      {history ? (
        <HistoryDrawer of={companySecurityHis} id={company} name="登录安全" close={() => setHistory(false)} />
      ) : null}
    </Modal>
  );
}

type NumberField = 'sessionMaxH' | 'idleMin' | 'minLength' | 'remembered' | 'lockAfter' | 'lockMin';
/** What the form holds: an emptied number is none yet. */
type Draft = Omit<SecurityRules, NumberField> & Record<NumberField, number | null>;
interface NumberLine {
  field: NumberField;
  title: string;
  hint: string;
  unit: string;
  bounds: readonly [number, number];
}
const numbers: Readonly<Record<'login' | 'password' | 'lock', readonly NumberLine[]>> = {
  login: [
    {
      field: 'sessionMaxH',
      title: '最长登录时长',
      hint: '无论是否一直在用，到时须重新登录。对之后的登录生效。',
      unit: '小时',
      bounds: [sessionHours.min, sessionHours.max],
    },
    {
      field: 'idleMin',
      title: '空闲退出时长',
      hint: '页面关闭或没有操作超过这个时间，须重新登录；大屏不受限。',
      unit: '分钟',
      bounds: securityBounds.idleMin,
    },
  ],
  password: [
    {
      field: 'minLength',
      title: '密码最短长度',
      hint: '对之后设置的密码生效，最长16位。',
      unit: '位',
      bounds: securityBounds.minLength,
    },
    {
      field: 'remembered',
      title: '不可重复的历史密码',
      hint: '修改密码时不能与最近用过的这些密码相同。',
      unit: '个',
      bounds: securityBounds.remembered,
    },
  ],
  lock: [
    {
      field: 'lockAfter',
      title: '锁定前的错误次数',
      hint: '15分钟内密码连续错误达到次数后，账号在该网络地址锁定。',
      unit: '次',
      bounds: securityBounds.lockAfter,
    },
    {
      field: 'lockMin',
      title: '锁定时长',
      hint: '到时自动解锁，也可由管理员在用户管理中解锁。',
      unit: '分钟',
      bounds: securityBounds.lockMin,
    },
  ],
};
const numberFields: readonly NumberField[] = [
  'sessionMaxH',
  'idleMin',
  'minLength',
  'remembered',
  'lockAfter',
  'lockMin',
];
const fields: ReadonlyArray<keyof SecurityRules> = ['multiLogin', 'kinds', 'expireDays', ...numberFields];

/** The rules, when none is missing. */
function ready({ multiLogin, kinds, expireDays, ...rest }: Draft): SecurityRules | null {
  const { sessionMaxH, idleMin, minLength, remembered, lockAfter, lockMin } = rest;
  if (sessionMaxH === null || idleMin === null || minLength === null) return null;
  if (remembered === null || lockAfter === null || lockMin === null) return null;
  return { multiLogin, kinds, expireDays, sessionMaxH, idleMin, minLength, remembered, lockAfter, lockMin };
}

function Line({ title, hint, children }: { title: string; hint: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="company-user-setting">
      <div>
        <b id={id}>{title}</b>
        <small>{hint}</small>
      </div>
      {children(id)}
    </div>
  );
}
