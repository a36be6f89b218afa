import type { Endpoint } from '@tongda/contract/core/endpoint';
import { arrivalCheck } from '@tongda/contract/waybill/arrival';
import { departureCheck, departureUpdate } from '@tongda/contract/waybill/departure';
import { type WaybillDetail, waybillLabels } from '@tongda/contract/waybill/waybill';
import {
  billOfLadingCalls,
  transportTaskCalls,
  type WaybillCalls,
  waybillStowageCalls,
} from '@tongda/contract/waybill/waybill-calls';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { FieldGroup } from '../../kit/edit-field';
import { EditPage } from '../../kit/edit-page';
import type { Values } from '../../kit/edit-schema';
import { DateField, NumberField, TextAreaField, TextField } from '../../kit/fields';
import { RemoteField } from '../../kit/remote-select';
import { Empty } from '../../kit/states';
import { useStaleAfter } from '../../kit/use-stale-after';
import { known, searchDrivers } from '../reference/pick';
import { waybillLinks } from './links';
import { searchVehicles } from './vehicle-choice';
import { TransportDot } from './waybill-cells';
import { WaybillLog } from './waybill-log';

const at = (name: keyof typeof waybillLabels) => ({ name, label: waybillLabels[name] });
const toForm = (waybill: WaybillDetail | null): Values =>
  waybill === null
    ? {}
    : {
        vehicleId: waybill.vehicleId,
        driverId: waybill.driverId,
        coDriverId: waybill.coDriverId,
        planDepartTime: waybill.planDepartTime,
        setTemp: waybill.setTemp,
        sealNo: waybill.sealNo,
        remark: waybill.remark,
      };
const toInput = (values: Values, loaded: WaybillDetail | null): Values => ({
  ...values,
  waybillCode: loaded?.waybillCode,
  version: loaded?.version,
});

interface HeaderEditProps {
  noun: string;
  load: Endpoint<z.ZodType, z.ZodType<WaybillDetail>>;
  save: Endpoint;
  back: (id: string) => string;
  stale: ReadonlyArray<Pick<Endpoint, 'path'>>;
  /** the dock does not change the vehicle */
  vehicle: boolean;
}

/** Who drives what and when. Orders are changed on the board. */
function HeaderEdit({ noun, load, save, back, stale, vehicle }: HeaderEditProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get('id');
  useStaleAfter(stale);
  if (!id)
    return (
      <Empty title={`没有指定${noun}`} action={<Button onClick={() => void navigate(back(''))}>返回列表</Button>} />
    );
  return (
    <EditPage
      noun={noun}
      id={id}
      load={load}
      save={save}
      toForm={toForm}
      toInput={toInput}
      back={back(id)}
      head={(waybill) => ({
        code: waybill.waybillCode,
        status: <TransportDot status={waybill.transportStatus} />,
        meta: `${waybill.orderCount} 个订单　${waybill.fromName} → ${waybill.toName}`,
      })}
      aside={(loaded) => (loaded ? <WaybillLog waybillCode={loaded.waybillCode} /> : null)}
      body={(loaded) => (
        <>
          <FieldGroup title="车辆与司机" hint="换车、换司机后重新校验，原车辆立即释放">
            {vehicle ? (
              <RemoteField
                {...at('vehicleId')}
                search={searchVehicles}
                known={known(loaded?.vehicleId, loaded?.plateNo)}
              />
            ) : null}
            <RemoteField
              {...at('driverId')}
              search={searchDrivers}
              known={known(loaded?.driverId, loaded?.driverName)}
            />
            <RemoteField
              {...at('coDriverId')}
              search={searchDrivers}
              known={known(loaded?.coDriverId, loaded?.coDriverName)}
            />
          </FieldGroup>
          <FieldGroup title="计划与温度">
            <DateField {...at('planDepartTime')} time />
            <NumberField {...at('setTemp')} unit="℃" min={-40} max={40} />
            <TextField {...at('sealNo')} />
          </FieldGroup>
          <FieldGroup title="备注">
            <TextAreaField {...at('remark')} rows={3} />
          </FieldGroup>
        </>
      )}
    />
  );
}

const staleOf = (calls: WaybillCalls) => [calls.page, calls.detail, calls.statusCount, arrivalCheck, departureCheck];

/** 编辑运输任务. */
export const TaskEditPage = () => (
  <HeaderEdit
    noun={transportTaskCalls.noun}
    load={transportTaskCalls.detail}
    save={transportTaskCalls.update}
    back={() => waybillLinks.tasks}
    stale={staleOf(transportTaskCalls)}
    vehicle
  />
);

/** 编辑配载单. */
export const StowageEditPage = () => (
  <HeaderEdit
    noun={waybillStowageCalls.noun}
    load={waybillStowageCalls.detail}
    save={waybillStowageCalls.update}
    back={() => waybillLinks.stowages}
    stale={staleOf(waybillStowageCalls)}
    vehicle
  />
);

/** 编辑提单. */
export const BillEditPage = () => (
  <HeaderEdit
    noun={billOfLadingCalls.noun}
    load={billOfLadingCalls.detail}
    save={billOfLadingCalls.update}
    back={() => waybillLinks.bills}
    stale={staleOf(billOfLadingCalls)}
    vehicle
  />
);

/** 编辑发车. */
export const DepartureEditPage = () => (
  <HeaderEdit
    noun="发车"
    load={departureCheck}
    save={departureUpdate}
    back={() => waybillLinks.departures}
    stale={[departureCheck, transportTaskCalls.page, waybillStowageCalls.page]}
    vehicle={false}
  />
);
