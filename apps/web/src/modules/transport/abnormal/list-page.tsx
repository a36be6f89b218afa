import {
  type AbnormalFilters,
  type AbnormalRow,
  abnormalAdd,
  abnormalColumns,
  abnormalExport,
  abnormalPage,
  abnormalStatusCount,
} from '@tongda/contract/transport/abnormal/calls';
import {
  abnormalLevel,
  abnormalStatus,
  abnormalType,
  dutyParty,
  reportSource,
} from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { FilterEnum, FilterRange, FilterRemote, FilterSelect, FilterText } from '../../../kit/list/filter/controls';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-list';
import { Can } from '../../../kit/session/can';
import { daysAround } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { loadCarriers, loadCustomers } from '../../base/reference/door';
import { abnormalCells, threadOf } from './cells';
import { ReportDialog } from './report-dialog';
import { useAbnormalSteps } from './use-abnormal-steps';

/** Filters of the first view: reports of the last thirty days that nobody handles yet. */
const atFirst = () => ({
  abnormalStatus: abnormalStatus.toHandle,
  ...daysAround(['createFrom', 'createTo'], 29, 0),
});

/** 异常上报: reports of what went wrong on the way, with who handles them and how long they have waited. */
export function AbnormalListPage() {
  const [defaults] = useState(atFirst);
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
        filters={<Filters />}
        toolbar={toolbar}
        rowActions={(row) => [{ label: '查看', to: threadOf(row) }, ...actions(row)]}
        empty={<Empty title="没有异常" text="司机、客服上报或系统发现的异常排在这里" action={toolbar} />}
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

const overdueChoice = [{ code: 'yes', name: '超时未处理' }];

function Filters() {
  return (
    <>
      <FilterText name="code" label="异常单号 / 运单号 / 订单号" main width={220} />
      <FilterEnum name="abnormalType" label="类型" of={abnormalType} width={150} />
      <FilterEnum name="abnormalLevel" label="等级" of={abnormalLevel} width={120} />
      <FilterRange names={['createFrom', 'createTo']} label="上报时间" />
      <FilterSelect name="overdue" label="超时" options={overdueChoice} width={150} />
      <FilterRemote name="customerId" label="客户" load={loadCustomers} width={170} />
      <FilterRemote name="carrierId" label="承运商" load={loadCarriers} width={170} />
      <FilterText name="plateNo" label="车牌号" width={140} />
      <FilterEnum name="duty" label="责任方" of={dutyParty} width={140} />
      <FilterEnum name="reportSource" label="上报来源" of={reportSource} width={150} />
    </>
  );
}
