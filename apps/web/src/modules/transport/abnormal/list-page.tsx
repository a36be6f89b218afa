import {
  type AbnormalFilters,
  type AbnormalRow,
  abnormalAdd,
  abnormalColumns,
  abnormalExport,
  abnormalFilters,
  abnormalPage,
  abnormalStatusCount,
} from '@tongda/contract/transport/abnormal/calls';
import { abnormalStatus } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { daysAround } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { abnormalCells, threadOf } from './cells';
import { ReportDialog } from './report-dialog';
import { useAbnormalSteps } from './use-steps';

/** Filters of the first view: reports of the last thirty days that nobody handles yet. */
const firstFilters = () => ({
  abnormalStatus: abnormalStatus.toHandle,
  ...daysAround(['createFrom', 'createTo'], 29, 0),
});

/** 异常上报: reports of what went wrong on the way, with who handles them and how long they have waited. */
export function AbnormalListPage() {
  const [defaults] = useState(firstFilters);
  const list = useList<AbnormalRow>(abnormalPage, { defaults });
  const [reporting, setReporting] = useState(false);
  const { actions, dialog } = useAbnormalSteps();
  const toolbar = (
    <>
      <Can do={abnormalAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => setReporting(true)}>
          上报异常
        </Button>
      </Can>
      <ExportButton of={abnormalExport} />
    </>
  );
  return (
    <>
      <ListPage
        list={list}
        columns={abnormalColumns}
        cells={abnormalCells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={abnormalFilters.table} />}
        toolbar={toolbar}
        rowActions={(row) => [{ label: '详情', to: threadOf(row) }, ...actions(row)]}
        empty={<Empty title="没有异常" text="司机、客服上报或系统发现的异常排在这里" />}
      />
      {reporting ? <ReportDialog close={() => setReporting(false)} /> : null}
      {dialog}
    </>
  );
}

function Tabs({ list }: { list: List<AbnormalRow> }) {
  const { abnormalStatus: _status, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(abnormalStatusCount, filters as Partial<AbnormalFilters>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="abnormalStatus"
      items={[
        ...abnormalStatus.options.map(({ code, name }) => ({ code, name, count: data?.[code] })),
        { name: '全部', count: data?.all },
      ]}
    />
  );
}
