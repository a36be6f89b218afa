import { vehicleBatchUpdate } from '@tongda/contract/resources/vehicle/calls';
import { Checkbox, Modal, TreeSelect } from 'antd';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import type { BatchJob } from '../../../kit/list/batch-run';
import { loadOrgs } from '../../base/org/door';
import { searchDrivers, searchFleets } from '../../base/reference/door';
import { asLines } from './batch-lines';

interface BatchEditDialogProps {
  ids: string[];
  nameOf: (id: string) => string;
  run: (job: BatchJob) => Promise<void>;
  done: () => void;
  close: () => void;
}

/** 批量修改: department, fleet or main driver of many vehicles. Only ticked fields change; an empty fleet or driver is cleared. */
export function BatchEditDialog({ ids, nameOf, run, done, close }: BatchEditDialogProps) {
  const [ticked, setTicked] = useState({ org: false, fleet: false, driver: false });
  const [orgId, setOrgId] = useState<string>();
  const [fleetId, setFleetId] = useState<string | null>(null);
  const [driverId, setDriverId] = useState<string | null>(null);
  const orgs = useTreeOptions(loadOrgs);
  const tick = (key: keyof typeof ticked) => (on: boolean) => setTicked((old) => ({ ...old, [key]: on }));
  const ready = (ticked.org && orgId !== undefined) || (!ticked.org && (ticked.fleet || ticked.driver));
  const start = (): void => {
    close();
    const change = {
      ...(ticked.org && orgId ? { orgId } : {}),
      ...(ticked.fleet ? { fleetId } : {}),
      ...(ticked.driver ? { driverId } : {}),
    };
    void run({
      title: `修改 ${ids.length} 辆车`,
      ids,
      nameOf,
      done,
      step: async (part) => asLines(await call(vehicleBatchUpdate, { ids: part, ...change }), nameOf),
    });
  };
  return (
    <Modal
      open
      title={`批量修改 ${ids.length} 辆车`}
      okText="开始修改"
      cancelText="取消"
      okButtonProps={{ disabled: !ready }}
      width={440}
      onOk={start}
      onCancel={close}
    >
      <p className="td-cap">勾选要修改的项，未勾选的保持不变。车队、主驾选空为清除。</p>
      <Line label="所属部门" on={ticked.org} tick={tick('org')}>
        <TreeSelect
          suffixIcon={<ChevronDown className="td-ico td-mute" />}
          aria-label="所属部门"
          treeData={orgs}
          value={orgId}
          treeDefaultExpandAll
          showSearch={treeSearch}
          placeholder="请选择"
          disabled={!ticked.org}
          onChange={setOrgId}
        />
      </Line>
      <Line label="所属车队" on={ticked.fleet} tick={tick('fleet')}>
        <RemoteSelect
          search={searchFleets}
          value={fleetId}
          disabled={!ticked.fleet}
          placeholder="空 = 不属于任何车队"
          onChange={(id) => setFleetId(id ?? null)}
        />
      </Line>
      <Line label="主驾司机" on={ticked.driver} tick={tick('driver')}>
        <RemoteSelect
          search={searchDrivers}
          value={driverId}
          disabled={!ticked.driver}
          placeholder="空 = 没有主驾"
          onChange={(id) => setDriverId(id ?? null)}
        />
      </Line>
    </Modal>
  );
}

function Line(props: { label: string; on: boolean; tick: (on: boolean) => void; children: ReactNode }) {
  return (
    <div className="resources-vehicle-batch-line">
      <Checkbox checked={props.on} onChange={(event) => props.tick(event.target.checked)}>
        {props.label}
      </Checkbox>
      {props.children}
    </div>
  );
}
