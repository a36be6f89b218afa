import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type RuleRow,
  ruleAdd,
  ruleAssign,
  ruleChangeHis,
  ruleColumns,
  ruleDel,
  ruleDetail,
  ruleFilters,
  rulePage,
  ruleSimulate,
  ruleSwitch,
  ruleType,
  ruleUpdate,
} from '@tongda/contract/rules/alarm-rule/calls';
import { issuableKinds, ruleIssue } from '@tongda/contract/rules/alarm-rule/issue';
import { ruleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { Button, Dropdown } from 'antd';
import { ChevronDown, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { RegisterBatch, useChanged, useHistoryDrawer, useRemoveOne } from '../../../kit/list/register';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { EnableDot, useEnableAction } from '../../../kit/show/enable-dot';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { AssignDialog } from './assign-dialog';
import { type Conflict, ConflictDialog, conflictOf } from './conflict-note';
import { ErrorsButton } from './errors-drawer';
import { IssueDialog } from './issue-dialog';
import { ruleLinks } from './links';
import { VehicleFilter } from './vehicle-filter';
import { VersionsDrawer } from './versions-drawer';
import './styles.css';
import { keysOf } from '@tongda/contract/core/keys';

const { name, kind, vehicleId, status: state } = ruleFilters.table;
const stale = [ruleDetail, ruleChangeHis];
const status = { call: ruleSwitch, field: 'status', options: enableStatus.options };
const types = [{ name: '全部' }, ...keysOf(ruleType).map((code) => ({ code, name: ruleType[code].label }))];
const levelTones = {
  [episodeLevel.notice]: 'blue',
  [episodeLevel.ordinary]: 'amber',
  [episodeLevel.severe]: 'red',
};
const notMine = '该规则涉及您权限范围以外的车辆';

type Open =
  | { what: 'assign' | 'versions' | 'issue'; row: RuleRow }
  | { what: 'conflict'; row: RuleRow; conflict: Conflict };

/** 规则设置: the company's alarm rules of every kind. */
export function RuleListPage() {
  const list = useList<RuleRow>(rulePage);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const changed = useChanged(list, stale);
  const batch = useBatch();
  const history = useHistoryDrawer(ruleChangeHis);
  const removeOne = useRemoveOne(ruleDel);
  const refused = (id: string, error: unknown): boolean => {
    const conflict = conflictOf(error);
    const row = list.rows.find((one) => one.id === id);
    if (!conflict || !row) return false;
    setOpen({ what: 'conflict', row, conflict });
    return true;
  };
  const enableAction = useEnableAction(ruleSwitch, '停用后不再产生新的报警，进行中的报警随之结束。', 'status', refused);
  const cells = useRuleCells(setOpen);
  const rowActions = (row: RuleRow): RowAction[] => {
    const why = row.mine ? undefined : notMine;
    return [
      { label: '编辑', to: ruleLinks.edit(row.kind, row.id), can: ruleUpdate, why },
      { label: '试算', to: ruleLinks.trial(row.kind, row.id), can: ruleSimulate },
      { ...enableAction(row, changed), why },
      { label: '分配车辆', can: ruleAssign, why, run: () => setOpen({ what: 'assign', row }) },
      ...(issuableKinds.includes(row.kind)
        ? [{ label: '下发终端', can: ruleIssue, why, run: () => setOpen({ what: 'issue', row }) }]
        : []),
      { label: '复制', to: ruleLinks.copy(row.kind, row.id), can: ruleAdd },
      { label: '历史版本', run: () => setOpen({ what: 'versions', row }) },
      { label: '变更记录', run: () => history.open(row) },
      { label: '删除', danger: true, can: ruleDel, why, run: () => removeOne(row, changed) },
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        columns={ruleColumns}
        cells={cells}
        tabs={<StatusTabs list={list} name="ruleType" items={types} />}
        filters={
          <>
            <RegisterFilters of={{ name, kind }} />
            <VehicleFilter name="vehicleId" label={vehicleId.label} width={vehicleId.width} />
            <RegisterFilters of={{ status: state }} />
          </>
        }
        toolbar={
          <>
            <AddButton />
            <ErrorsButton />
          </>
        }
        batch={(rows, keys) => (
          <RegisterBatch
            noun="规则"
            unit="条"
            keys={keys}
            nameOf={(id) => rows.find((row) => row.id === id)?.name ?? id}
            run={batch.start}
            done={changed}
            del={ruleDel}
            status={status}
          />
        )}
        rowActions={rowActions}
        empty={<Empty title="暂无报警规则" text="新增第一条规则，保存后两秒内生效；可先用历史数据试算" />}
      />
      {batch.dialog}
      {history.drawer}
      {open?.what === 'conflict' ? (
        <ConflictDialog
          conflict={open.conflict}
          narrow={() => setOpen({ what: 'assign', row: open.row })}
          close={close}
        />
      ) : null}
      {open?.what === 'assign' ? <AssignDialog rule={open.row} done={changed} close={close} /> : null}
      {open?.what === 'issue' ? <IssueDialog rule={open.row} done={changed} close={close} /> : null}
      {open?.what === 'versions' ? <VersionsDrawer rule={open.row} close={close} /> : null}
    </>
  );
}

/** What counts for the vehicle that the list is narrowed to in place of the rule; '' where nothing does. */
const replacedWords = ({ replacedBy }: RuleRow): string =>
  replacedBy === null
    ? ''
    : replacedBy.always
      ? `已被专用规则“${replacedBy.name}”替代`
      : `在专用规则“${replacedBy.name}”的生效时段被替代`;

/** The cells that are more than their text; a click on 下发 opens who has the rule in his terminal. */
function useRuleCells(open: (what: Open) => void): Cells<RuleRow> {
  return useMemo(
    (): Cells<RuleRow> => ({
      name: (row) => <Link to={ruleLinks.edit(row.kind, row.id)}>{row.name}</Link>,
      kind: (row) => ruleKind.label(row.kind),
      condition: (row) => {
        const instead = replacedWords(row);
        return (
          <span title={instead ? `${instead}\n${row.condition}` : row.condition}>
            {instead ? <em className="rules-alarm-rule-replaced">{instead}</em> : null}
            {row.condition}
          </span>
        );
      },
      level: (row) =>
        row.stepped ? (
          <span className="td-cap" title="按偏差和持续时间自动定级">
            按偏差
          </span>
        ) : (
          <StateDot of={episodeLevel} tones={levelTones} code={row.level} />
        ),
      issued: (row) =>
        row.issued ? (
          <button
            type="button"
            className="td-plain td-link"
            title={`写入 ${row.issued.sent} 台终端，${row.issued.done} 台成功`}
            onClick={() => open({ what: 'issue', row })}
          >
            {row.issued.done}/{row.issued.sent} 台
          </button>
        ) : (
          <span className="td-cap">{issuableKinds.includes(row.kind) ? '未下发' : '--'}</span>
        ),
      todayCount: (row) => (row.todayCount > 0 ? <b>{row.todayCount}</b> : <span className="td-cap">0</span>),
      status: (row) => <EnableDot status={row.status} />,
    }),
    [open],
  );
}

/** 新增▾: one entry for each kind of rule, in the groups of the tabs. */
function AddButton() {
  const navigate = useNavigate();
  const items = keysOf(ruleType).map((type) => ({
    key: type,
    type: 'group' as const,
    label: ruleType[type].label,
    children: ruleType[type].kinds.map((kind) => ({
      key: kind,
      label: ruleKind.label(kind),
      onClick: () => void navigate(ruleLinks.add(kind)),
    })),
  }));
  return (
    <Can do={ruleAdd}>
      <Dropdown trigger={['click']} menu={{ items, className: 'rules-alarm-rule-kinds' }}>
        <Button type="primary" icon={<Plus />}>
          新增 <ChevronDown className="td-ico" />
        </Button>
      </Dropdown>
    </Can>
  );
}
