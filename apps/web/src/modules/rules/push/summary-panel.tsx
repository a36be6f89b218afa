import { type PushChoices, type PushDetail, pushTest, type TestLine } from '@tongda/contract/rules/push/calls';
import { pushLevel, pushScope } from '@tongda/contract/rules/push/enums';
import { alarmKindOptions } from '@tongda/contract/rules/push/fields';
import { Button, Form } from 'antd';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { Panel } from '../../../kit/detail/panel';
import { useEditScope } from '../../../kit/form/edit-context';
import { useCan } from '../../../kit/session/can';
import { spanWords } from '../parts/time-spans';
import { TestResult } from './test-lines';
import { channelWords } from './who-fields';

/** What the form says, in one sentence as people read it, and the test of what is saved. */
export function SummaryPanel({ choices, saved }: { choices: PushChoices | undefined; saved: PushDetail | null }) {
  const { form } = useEditScope();
  // the form has the fields of a setting
  const values = Form.useWatch((all) => all as Partial<PushDetail>, form) ?? {};
  const mayTest = useCan(pushTest);
  const [lines, setLines] = useState<TestLine[] | null>(null);
  const test = useAct(pushTest, { done: setLines });
  return (
    <Panel title="推送效果">
      <dl className="rules-push-summary">
        <dt>什么</dt>
        <dd>{alarmsWords(values)}</dd>
        <dt>给谁</dt>
        <dd>{receiversWords(values, choices)}</dd>
        <dt>何时</dt>
        <dd>{periodsWords(values)}</dd>
      </dl>
      {saved && mayTest ? (
        <Button block icon={<Send />} loading={test.busy} onClick={() => void test.run({ id: saved.id })}>
          测试发送（按已保存的内容）
        </Button>
      ) : null}
      {lines && saved ? <TestResult name={saved.name} lines={lines} close={() => setLines(null)} /> : null}
    </Panel>
  );
}

function alarmsWords({ kinds = [], minLevel = 1, scope = 1, targetIds = [] }: Partial<PushDetail>): string {
  const kindWords =
    kinds.length === 0
      ? '全部报警'
      : `${kinds
          .slice(0, 2)
          .map((kind) => alarmKindOptions.find(({ code }) => code === kind)?.name ?? kind)
          .join('、')}${kinds.length > 2 ? `等${kinds.length}种` : ''}`;
  const level = minLevel === 1 ? '各级' : minLevel === 3 ? '严重' : `${pushLevel.label(minLevel)}及以上`;
  const where =
    scope === pushScope.company
      ? '全部车辆'
      : `${targetIds.length}${scope === pushScope.vehicles ? '辆车' : '个'}${scope === pushScope.orgs ? '部门' : scope === pushScope.fleets ? '车队' : scope === pushScope.groups ? '分组' : ''}`;
  return `${where}的${kindWords}，${level}`;
}

function receiversWords(v: Partial<PushDetail>, choices: PushChoices | undefined): string {
  const names = [
    ...(v.userIds ?? []).map((id) => choices?.users.find((u) => u.id === id)?.name ?? '用户'),
    ...(v.roleIds ?? []).map((id) => choices?.roles.find((r) => r.id === id)?.name ?? '角色'),
    ...(v.manager ? ['部门负责人'] : []),
    ...(v.driver ? ['车辆司机'] : []),
    ...(v.contacts ?? []).map(({ name }) => name || '外部联系人'),
  ];
  const robots = (v.endpointIds ?? []).map((id) => choices?.endpoints.find((e) => e.id === id)?.name ?? '机器人');
  const people = names.length === 0 ? '' : `${firstNames(names)}（${channelWords(v.channels)}）`;
  return [people, firstNames(robots)].filter(Boolean).join('；') || '还没有选择接收人';
}
const firstNames = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join('、')}等${names.length}个` : names.join('、');

function periodsWords({ period, quietFrom, quietTo, escalation = [] }: Partial<PushDetail>): string {
  const parts = [
    spanWords(period?.spans),
    quietFrom && quietTo ? `${quietFrom}–${quietTo}免打扰` : '',
    escalation.length > 0 ? `${escalation[0]?.afterMin}分钟无人处理则升级` : '',
  ];
  return parts.filter(Boolean).join('，');
}
