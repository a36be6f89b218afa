import { callResult } from '@tongda/contract/company/openapi/enums';
import { type GrantRow, grantLog } from '@tongda/contract/company/openapi/grants';
import { type CallLine, callColumns } from '@tongda/contract/company/openapi/usage';
import { Drawer, Select } from 'antd';
import { useState } from 'react';
import { InnerList } from '../../../kit/list/inner';
import { callCells } from './call-cells';
import { grantName } from './grant-dialogs';

const columns = callColumns.filter(({ value }) => value !== 'interfaceName');

/** 日志: the calls that were made by what was granted. */
export function GrantLog({ row, close }: { row: GrantRow; close: () => void }) {
  const [result, setResult] = useState<CallLine['result']>();
  const fixed = { id: row.id, ...(result ? { result } : {}) };
  return (
    <Drawer open size={1080} title={`调用日志 ${grantName(row)}`} onClose={close}>
      <InnerList<CallLine>
        // a filter begins on the first page
        key={result ?? ''}
        of={grantLog}
        columns={columns}
        fixed={fixed}
        search="路径/原因/IP/请求编号"
        tools={
          <Select
            aria-label="结果"
            placeholder="全部结果"
            allowClear
            style={{ width: 120 }}
            value={result}
            onChange={setResult}
            options={callResult.options.map(({ code, name }) => ({ value: code, label: name }))}
          />
        }
        cells={callCells}
        empty="最近90天没有调用"
      />
    </Drawer>
  );
}
