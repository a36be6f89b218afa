import type { QuotaUse } from '@tongda/contract/base/allowance/bounds';
import { quotaLabels, quotaWords } from '@tongda/contract/base/allowance/quota';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, none } from '../../../kit/show/format';
import { memberLinks } from './links';
import './styles.css';

const useLabels: Readonly<Record<QuotaUse['key'], string>> = { ...quotaLabels, smsPerMonth: '本月报警短信' };
const units: Readonly<Record<QuotaUse['key'], string>> = { accounts: '个', smsPerMonth: '条', exportRows: '行' };

interface QuotaBandProps {
  /** undefined while it is being asked for */
  of: { planName: string | null; planUntil: string | null; uses: readonly QuotaUse[] } | undefined;
}

/** The company's plan with its last day, and what the company may now, how much of it is used, and what gives it. */
export function QuotaBand({ of }: QuotaBandProps) {
  return (
    <ul className="trade-member-quotas" aria-label="企业额度">
      <Cell label="当前套餐" amount={of && (of.planName ?? '未开通')}>
        {of?.planUntil ? <>至 {of.planUntil}</> : null}
        {of && !of.planUntil ? <Link to={memberLinks.plans}>套餐与价格</Link> : null}
      </Cell>
      {of?.uses.map((use) => (
        <Cell key={use.key} label={useLabels[use.key]} amount={amountWords(use)} bar={<Filled use={use} />}>
          {fromWords(use, of.planName)}
          {use.more ? <Link to={memberLinks.plans}>提升</Link> : null}
        </Cell>
      ))}
    </ul>
  );
}

function Cell(of: { label: string; amount: string | undefined; bar?: ReactNode; children: ReactNode }) {
  return (
    <li aria-label={of.label}>
      <span className="td-cap">{of.label}</span>
      <span className="trade-member-quotas-from td-cap">{of.children}</span>
      <b title={of.amount}>{of.amount ?? none}</b>
      {of.bar}
    </li>
  );
}

/** Where the number comes from, when it is not the plan that is named beside it. */
const fromWords = ({ by, planName }: QuotaUse, current: string | null): string => {
  if (by === 'plan') return planName === current ? '' : `会员“${planName ?? ''}”`;
  return by === 'contract' ? '合同约定' : '基础额度';
};

/** 26 / 200 个; 5万行 of what is not counted; 26 个，不限. */
function amountWords({ key, most, used }: QuotaUse): string {
  if (used === null) return quotaWords(key, most);
  return most === null
    ? `${formatNumber(used)} ${units[key]}，不限`
    : `${formatNumber(used)} / ${formatNumber(most)} ${units[key]}`;
}

/** How much of it is used, amber from nine tenths on, red when nothing is left. */
function Filled({ use: { key, most, used } }: { use: QuotaUse }) {
  if (most === null || used === null) return null;
  const percent = most === 0 ? 100 : (used / most) * 100;
  const tone = percent >= 100 ? 'red' : percent >= 90 ? 'amber' : 'primary';
  return (
    <Progress
      className="trade-member-quotas-bar"
      percent={Math.min(100, percent)}
      showInfo={false}
      size={{ height: 4 }}
      strokeColor={`var(--td-${tone})`}
      aria-label={`${useLabels[key]}已用`}
    />
  );
}
