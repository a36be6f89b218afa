import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type ForwardRow,
  forwardAdd,
  forwardColumns,
  forwardDel,
  forwardFilters,
  forwardPage,
  forwardSwitch,
} from '@tongda/contract/rules/forwarding/calls';
import { mayEnd } from '@tongda/contract/rules/push/beyond';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { RegisterBatch, useChanged } from '../../../kit/list/register';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import { useForwardLinks } from './links';
import { staleTargets, useTargets } from './use-targets';

const words = [
  { code: enableStatus.enabled, name: '启动' },
  { code: enableStatus.disabled, name: '停止' },
];
/** 数据转发: platforms of others that are told what the company's vehicles report. */
export function ForwardListPage() {
  const list = useList<ForwardRow>(forwardPage);
  const links = useForwardLinks();
  const navigate = useNavigate();
  const changed = useChanged(list, staleTargets);
  const batch = useBatch();
  const { cells, actions, drawers } = useTargets(changed, links);
  const toolbar = (
    <Can do={forwardAdd}>
      <Button type="primary" icon={<Plus />} onClick={() => void navigate(links.add)}>
        新增
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage
        list={list}
        columns={forwardColumns}
        cells={cells}
        filters={<RegisterFilters of={forwardFilters.table} />}
        toolbar={toolbar}
        batch={(rows, keys) => (
          <RegisterBatch
            noun="数据转发"
            unit="项"
            keys={keys}
            nameOf={(id) => rows.find((row) => row.id === id)?.name ?? id}
            run={batch.start}
            done={changed}
            del={forwardDel}
            status={{ call: forwardSwitch, field: 'enabled', options: words }}
          />
        )}
        untickable={(row) => !mayEnd(row)}
        rowActions={actions}
        empty={
          <Empty
            title="还没有数据转发"
            text="把本公司车辆的位置、温湿度和报警转发给客户或监管平台：HTTP、MQTT、JT/T 809"
          />
        }
      />
      {batch.dialog}
      {drawers}
    </>
  );
}
