import { writeLimits } from '@tongda/contract/resources/card/write-calls';
import { writeStatus } from '@tongda/contract/resources/enums';
import type { RuleRow } from '@tongda/contract/rules/alarm-rule/calls';
import { type RuleIssued, type RuleIssues, ruleIssue, ruleIssues } from '@tongda/contract/rules/alarm-rule/issue';
import { Alert, Table } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { toast } from '../../../kit/dialog/notify';
import { none, shortTime } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import { ErrorState, Loading } from '../../../kit/show/states';

const tones = {
  [writeStatus.waiting]: 'blue',
  [writeStatus.sent]: 'blue',
  [writeStatus.done]: 'green',
  [writeStatus.failed]: 'red',
  [writeStatus.unsupported]: 'amber',
  [writeStatus.silent]: 'amber',
} as const;
const underWay: readonly number[] = [writeStatus.waiting, writeStatus.sent];

/** 下发终端: the limits of a rule into the terminals of its vehicles, and what each of them answered. */
export function IssueDialog({
  rule,
  done,
  close,
}: {
  rule: Pick<RuleRow, 'id' | 'name'>;
  /** terminals were sent something, or answered */
  done: () => void;
  close: () => void;
}) {
  const [refused, setRefused] = useState<RuleIssued['refused']>([]);
  const state = useAsk(
    ruleIssues,
    { id: rule.id },
    {
      gcTime: 0,
      // answers come within seconds
      refetchInterval: ({ state: { data } }) =>
        data?.rows.some((row) => underWay.includes(row.status)) ? 2_000 : false,
    },
  );
  const { data } = state;
  const showTold = async (told: RuleIssued): Promise<void> => {
    setRefused(told.refused);
    if (told.count > 0) toast('success', `已向 ${told.count} 台终端下发，任务号 ${told.taskNos.join('、')}`);
    else toast('warning', '没有可以下发的终端');
    await state.refetch();
  };
  return (
    <FormDialog
      endpoint={ruleIssue}
      input={{ id: rule.id }}
      ready={data?.why === '' && data.vehicles > 0}
      done={showTold}
      stay
      close={() => {
        if (data && data.rows.length > 0) done();
        close();
      }}
      title={`下发终端：${rule.name}`}
      width={940}
      okText={data && data.rows.length > 0 ? '再次下发' : '下发'}
      cancelText="关闭"
    >
      {state.error ? <ErrorState error={state.error} retry={() => void state.refetch()} /> : null}
      {state.isLoading ? <Loading /> : null}
      {data ? (
        <div className="td-stack">
          {data.why === '' ? <Whom data={data} /> : <Alert type="info" showIcon title={data.why} />}
          {refused.length > 0 ? <Alert type="warning" showIcon title={refusedWords(refused)} /> : null}
          {data.rows.length > 0 ? <Results rows={data.rows} prefix={`规则“${rule.name}”：`} /> : null}
        </div>
      ) : null}
    </FormDialog>
  );
}

/** Which terminals it goes into, and which vehicles of the rule are left out for what reason. */
function Whom({ data: { what, vehicles, offline, left } }: { data: RuleIssues }) {
  const out = left.map(leftWords).join('；');
  if (vehicles === 0)
    return <Alert type="warning" showIcon title={`没有可以写入的终端：${out || '规则的适用对象里没有车辆'}`} />;
  const away = offline === 0 ? '' : offline === vehicles ? '它们现在都离线，' : `其中 ${offline} 辆离线，`;
  return (
    <>
      <span>
        把“{what}”写入 {vehicles} 辆车的终端，由终端自行提醒司机；{away}离线的终端上线后补发，{waitHours} 小时内有效。
      </span>
      {out === '' ? null : <span className="td-cap">不写入：{out}</span>}
    </>
  );
}
const { waitHours } = writeLimits;

/** `3 辆没有绑定终端（沪A12345、沪B23456、沪C34567 等）` */
function leftWords({ why, count, plateNos }: RuleIssues['left'][number]): string {
  return `${count} 辆${why}（${plateNos.map(dottedPlate).join('、')}${count > plateNos.length ? ' 等' : ''}）`;
}

/** `未下发 3 辆：沪A12345 没有绑定终端 …` */
function refusedWords(refused: RuleIssued['refused']): string {
  const named = refused.slice(0, 5).map(({ plateNo, msg }) => `${plateNo} ${msg}`);
  return `未下发 ${refused.length} 辆：${named.join('；')}${refused.length > named.length ? ' …' : ''}`;
}

/** What was written begins with the rule's name, which the title says already. */
function Results({ rows, prefix }: { rows: RuleIssues['rows']; prefix: string }) {
  return (
    <Table
      size="small"
      rowKey="vehicleId"
      dataSource={rows}
      pagination={rows.length > 10 ? { pageSize: 10, size: 'small', showSizeChanger: false } : false}
      columns={[
        { title: '车牌号', width: 110, render: (_, row) => dottedPlate(row.plateNo) },
        {
          title: '结果',
          dataIndex: 'status',
          width: 110,
          render: (status: number) => <StateDot of={writeStatus} tones={tones} code={status} />,
        },
        {
          title: '终端应答',
          dataIndex: 'answer',
          width: 230,
          ellipsis: true,
          render: (answer: string) => <span title={answer}>{answer || none}</span>,
        },
        {
          title: '写入了什么',
          dataIndex: 'summary',
          ellipsis: true,
          render: (summary: string) => <span title={summary}>{summary.replace(prefix, '')}</span>,
        },
        { title: '任务号', dataIndex: 'taskNo', width: 140 },
        { title: '更新时间', dataIndex: 'updateTime', width: 120, render: (time: string) => shortTime(time) },
      ]}
    />
  );
}
