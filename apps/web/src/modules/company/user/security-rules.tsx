import { type FactorRule, factorRule } from '@tongda/contract/base/identity/factor';
import { type SecurityRules, screenHours, securityBounds, sessionHours } from '@tongda/contract/company/user/security';
import { InputNumber, Select, Switch } from 'antd';
import { SettingRow } from '../../../kit/dialog/setting';
import './styles.css';

type NumberField = 'sessionMaxH' | 'screenMaxH' | 'idleMin' | 'minLength' | 'remembered' | 'lockAfter' | 'lockMin';
/** The rules as the form holds them: a number whose field was emptied is null. */
export type RulesDraft = Omit<SecurityRules, NumberField> & Record<NumberField, number | null>;
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
      hint: '页面关闭或没有操作超过这个时间，须重新登录。',
      unit: '分钟',
      bounds: securityBounds.idleMin,
    },
    {
      field: 'screenMaxH',
      title: '大屏登录时长',
      hint: '大屏用配对码登录、只能查看，到时须重新配对；最长720小时（30天）。对之后的登录生效。',
      unit: '小时',
      bounds: [screenHours.min, screenHours.max],
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
  'screenMaxH',
  'minLength',
  'remembered',
  'lockAfter',
  'lockMin',
];
/** Every rule of the form. */
export const ruleFields: ReadonlyArray<keyof SecurityRules> = [
  'multiLogin',
  'secondFactor',
  'kinds',
  'expireDays',
  ...numberFields,
];

/** The rules when no number is missing, otherwise null. */
export function wholeRules({ multiLogin, secondFactor, kinds, expireDays, ...rest }: RulesDraft): SecurityRules | null {
  const { sessionMaxH, screenMaxH, idleMin, minLength, remembered, lockAfter, lockMin } = rest;
  if (sessionMaxH === null || screenMaxH === null || idleMin === null || minLength === null) return null;
  if (remembered === null || lockAfter === null || lockMin === null) return null;
  return {
    multiLogin,
    secondFactor,
    kinds,
    expireDays,
    sessionMaxH,
    screenMaxH,
    idleMin,
    minLength,
    remembered,
    lockAfter,
    lockMin,
  };
}

interface RuleLinesProps {
  rules: RulesDraft;
  set: (part: Partial<RulesDraft>) => void;
  editable: boolean;
  /** users whose password is older than allowed */
  overdue: number;
  withoutFactor: { all: number; admins: number };
}

/** The rules line by line: login, passwords and locking. */
export function RuleLines({ rules, set, editable, overdue, withoutFactor }: RuleLinesProps) {
  const line = ({ field, title, hint, unit, bounds: [min, max] }: NumberLine) => (
    <SettingRow key={field} title={title} hint={hint}>
      {(id) => (
        <InputNumber
          aria-labelledby={id}
          min={min}
          max={max}
          precision={0}
          suffix={unit}
          style={{ width: 120 }}
          value={rules[field]}
          disabled={!editable}
          onChange={(value) => set({ [field]: value })}
        />
      )}
    </SettingRow>
  );
  return (
    <>
      <h3 className="company-user-setting-head">登录</h3>
      <SettingRow
        title="允许多端同时登录"
        hint="关闭时同一账号在另一台电脑登录，先登录的电脑会被强制退出；手机、大屏各算一端。"
      >
        {(id) => (
          <Switch
            aria-labelledby={id}
            checked={rules.multiLogin}
            disabled={!editable}
            onChange={(on) => set({ multiLogin: on })}
          />
        )}
      </SettingRow>
      <SettingRow title="二次验证" hint={factorHint(rules.secondFactor, withoutFactor)}>
        {(id) => (
          <Select<FactorRule>
            aria-labelledby={id}
            style={{ width: 150 }}
            value={rules.secondFactor}
            disabled={!editable}
            options={factorRule.options.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(secondFactor) => set({ secondFactor })}
          />
        )}
      </SettingRow>
      {numbers.login.map(line)}
      <h3 className="company-user-setting-head">密码</h3>
      {numbers.password.map(line)}
      <SettingRow title="密码字符种类" hint="对之后设置的密码生效。">
        {(id) => (
          <Select<2 | 3>
            aria-labelledby={id}
            style={{ width: 190 }}
            value={rules.kinds}
            disabled={!editable}
            options={[
              { value: 2, label: '字母、数字、符号任两种' },
              { value: 3, label: '字母、数字、符号都要有' },
            ]}
            onChange={(kinds) => set({ kinds })}
          />
        )}
      </SettingRow>
      <SettingRow
        title="密码有效期"
        hint={`到期后登录须先修改密码；空白为长期有效。${overdue > 0 ? `现有${overdue}个用户的密码已过期。` : ''}`}
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
            disabled={!editable}
            onChange={(expireDays) => set({ expireDays })}
          />
        )}
      </SettingRow>
      <h3 className="company-user-setting-head">锁定</h3>
      {numbers.lock.map(line)}
    </>
  );
}

/** Who meets the rule without a second factor: he has to set one up before anything else. */
function factorHint(rule: FactorRule, { all, admins }: RuleLinesProps['withoutFactor']): string {
  const lacking = rule === 'all' ? all : rule === 'admins' ? admins : 0;
  const words = '登录时除密码外还须输入手机验证器的数字，在个人信息中开启。';
  return lacking > 0 ? `${words}有${lacking}人尚未开启，须先开启才能继续使用。` : words;
}
