import { interfacePage } from '@tongda/contract/company/openapi/calls';
import { callResult } from '@tongda/contract/company/openapi/enums';
import { type CallLine, callColumns, callsKeptDays, interfaceLog } from '@tongda/contract/company/openapi/usage';
import { DatePicker, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { InnerList } from '../../../kit/list/inner';
import { AppSelect } from './app-select';
import { callCells } from './call-cells';

/** 调用日志: what programs of the company asked for and what they were answered. */
export function CallsTab({ apps }: { apps: ReadonlyArray<{ id: string; name: string }> }) {
  const { data } = useAsk(interfacePage, undefined);
  const [appId, setApp] = useState<string>();
  const [key, setKey] = useState<string>();
  const [result, setResult] = useState<string>();
  const [days, setDays] = useState<[Dayjs | null, Dayjs | null] | null>(null);
  const [from, to] = days ?? [];
  const fixed = {
    ...(appId ? { appId } : {}),
    ...(key ? { key } : {}),
    ...(result ? { result } : {}),
    ...(from ? { startDay: from.format('YYYY-MM-DD') } : {}),
    ...(to ? { endDay: to.format('YYYY-MM-DD') } : {}),
  };
  return (
    <InnerList<CallLine>
      // filters begin on the first page
      key={JSON.stringify(fixed)}
      of={interfaceLog}
      columns={callColumns}
      fixed={fixed}
      search="路径/原因/IP/请求编号"
      tools={
        <>
          <AppSelect apps={apps} value={appId} onChange={setApp} />
          <Select
            aria-label="接口"
            placeholder="全部接口"
            allowClear
            style={{ width: 150 }}
            value={key}
            onChange={setKey}
            options={(data?.list ?? []).map((one) => ({ value: one.key, label: one.name }))}
          />
          <Select
            aria-label="结果"
            placeholder="全部结果"
            allowClear
            style={{ width: 120 }}
            value={result}
            onChange={setResult}
            options={callResult.options.map(({ code, name }) => ({ value: code, label: name }))}
          />
          <DatePicker.RangePicker aria-label="日期" value={days} onChange={setDays} />
          <span className="td-cap">调用日志保留{callsKeptDays}天</span>
        </>
      }
      cells={callCells}
      empty="还没有调用"
    />
  );
}
