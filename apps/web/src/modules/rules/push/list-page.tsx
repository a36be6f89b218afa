import { enableStatus } from '@tongda/contract/resources/enums';
import { beyondWords, mayEnd } from '@tongda/contract/rules/push/beyond';
import {
  endpointList,
  type PushRow,
  pushAdd,
  pushChangeHis,
  pushColumns,
  pushDel,
  pushDetail,
  pushFilters,
  pushPage,
  pushSwitch,
  pushTest,
  pushUpdate,
  type TestLine,
} from '@tongda/contract/rules/push/calls';
import { Button } from 'antd';
import { Bot, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { RegisterBatch, useChanged, useHistoryDrawer, useRemoveOne } from '../../../kit/list/register';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { EnableDot, useEnableAction } from '../../../kit/show/enable-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { EndpointDrawer } from './endpoint-drawer';
import { LevelMark } from './level-mark';
import { usePushLinks } from './links';
import { TestResult } from './test-lines';
import './styles.css';

const stale = [pushDetail, pushChangeHis, endpointList];
const status = { call: pushSwitch, field: 'enabled', options: enableStatus.options };

/** What disables the words of a setting that tells of vehicles that the user does not see. */
const whyNot = ({ beyond, name, own }: PushRow) => (beyond ? { why: beyondWords('推送设置', name, own) } : {});
/** … and what does not, when it ends one that he made. */
const whyNotEnd = (row: PushRow) => (mayEnd(row) ? {} : whyNot(row));

/** 推送设置: who is told of which alarms, when and how. */
export function PushListPage() {
  const list = useList<PushRow>(pushPage);
  const links = usePushLinks();
  const navigate = useNavigate();
  const changed = useChanged(list, stale);
  const batch = useBatch();
  const history = useHistoryDrawer(pushChangeHis);
  const test = useTest();
  const removeOne = useRemoveOne(pushDel);
  const switchAction = useEnableAction(pushSwitch, '停用后不再按这项设置推送，已经发出的不受影响。', 'enabled');
  const [robots, setRobots] = useState(false);
  const cells = useMemo(
    (): Cells<PushRow> => ({
      name: (row) => <Link to={links.edit(row.id)}>{row.name}</Link>,
      enabled: (row) => <EnableDot status={row.enabled} />,
      minLevel: (row) => <LevelMark level={row.minLevel} andAbove />,
      channels: (row) => row.channels || '机器人与Webhook',
      weekCount: (row) =>
        row.weekCount === 0 ? <span className="td-mute">0</span> : row.weekCount.toLocaleString('zh-CN'),
    }),
    [links],
  );
  const toolbar = (
    <>
      <Can do={pushAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(links.add)}>
          新增
        </Button>
      </Can>
      <Button icon={<Bot />} onClick={() => setRobots(true)}>
        机器人与Webhook
      </Button>
    </>
  );
  const actions = (row: PushRow): RowAction[] => [
    row.beyond ? { label: '详情', to: links.edit(row.id) } : { label: '编辑', to: links.edit(row.id), can: pushUpdate },
    {
      ...switchAction({ ...row, status: row.enabled }, changed),
      ...(row.enabled === enableStatus.enabled ? whyNotEnd(row) : whyNot(row)),
    },
    { label: '测试发送', can: pushTest, run: () => test.start(row) },
    { label: '复制', to: links.copy(row.id), can: pushAdd },
    { label: '变更记录', run: () => history.open(row) },
    { label: '删除', danger: true, can: pushDel, run: () => removeOne(row, changed), ...whyNotEnd(row) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={pushColumns}
        cells={cells}
        filters={<RegisterFilters of={pushFilters.table} />}
        toolbar={toolbar}
        batch={(rows, keys) => (
          <RegisterBatch
            noun="推送设置"
            unit="项"
            keys={keys}
            nameOf={(id) => rows.find((row) => row.id === id)?.name ?? id}
            run={batch.start}
            done={changed}
            del={pushDel}
            status={status}
          />
        )}
        untickable={(row) => !mayEnd(row)}
        rowActions={actions}
        empty={<Empty title="还没有推送设置" text="没有设置时，能看到车辆的人都会收到站内消息；设置后按设置发送" />}
      />
      {batch.dialog}
      {history.drawer}
      {test.dialog}
      {robots ? <EndpointDrawer close={() => setRobots(false)} /> : null}
    </>
  );
}

/** 测试发送 of a setting, with its result in a dialog. */
function useTest() {
  const [shown, setShown] = useState<{ name: string; lines: TestLine[] } | null>(null);
  const test = useAct(({ id }: { id: string; name: string }) => call(pushTest, { id }), {
    done: (lines, { name }) => setShown({ name, lines }),
  });
  return {
    start: (row: { id: string; name: string }): void => void test.run(row),
    dialog: shown ? <TestResult name={shown.name} lines={shown.lines} close={() => setShown(null)} /> : null,
  };
}
