import { tankGet } from '@tongda/contract/resources/vehicle/tank';
import { href, routes } from '@tongda/contract/shell/routes';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkFrame } from '../../../../kit/work/frame';
import { VehiclePicker } from '../../../base/vehicle-picker/door';
import { TankForm } from './form';
import type { TankSetting } from './model';
import '../../../../kit/form/edit-page.css';
import './styles.css';

/** The raw value of the sensor is asked for again so often. */
const refreshMs = 10_000;

/** 油量标定: what a raw value of a tank's sensor means in litres, by version; every figure of fuel depends on it. */
export function OilCalibrationPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get('id') ?? '';
  const picker = (
    <VehiclePicker
      label="车辆"
      equip={['oil']}
      placeholder="请选择车辆"
      value={id || undefined}
      style={{ width: 220 }}
      onChange={(vehicleId) => void navigate(href(routes.oilCalibration, 'report', vehicleId ? { id: vehicleId } : {}))}
    />
  );
  const back = href(routes.refuelReport, 'report');
  if (id === '')
    return (
      <WorkFrame head={{ title: '油量标定', back, marks: picker }}>
        <Empty title="请选择车辆" text="选择安装了油量传感器的车辆，查看或标定它的油箱" />
      </WorkFrame>
    );
  return <OfVehicle key={id} id={id} back={back} picker={picker} />;
}

function OfVehicle({ id, back, picker }: { id: string; back: string; picker: ReactNode }) {
  const answer = useAsk(tankGet, { vehicleId: id }, { own: 'tank', refetchInterval: refreshMs });
  const head = { title: '油量标定', back };
  if (answer.error && !answer.data)
    return (
      <WorkFrame head={{ ...head, marks: picker }}>
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      </WorkFrame>
    );
  if (!answer.data)
    return (
      <WorkFrame head={{ ...head, marks: picker }}>
        <Loading />
      </WorkFrame>
    );
  const { data } = answer;
  return (
    <WorkFrame
      head={{
        ...head,
        marks: picker,
        meta: data.readTime ? `实时值 ${data.readTime}` : '还没有上报过油量',
      }}
    >
      <Tanks setting={data} reload={() => answer.refetch({ throwOnError: true })} />
    </WorkFrame>
  );
}

interface TanksProps {
  setting: TankSetting;
  reload: () => Promise<{ data: TankSetting | undefined }>;
}

/** The tanks that have a sensor or a table, one at a time. */
function Tanks({ setting, reload }: TanksProps) {
  const count = Math.max(1, setting.sensors, ...setting.tanks.map(({ tank }) => tank));
  const [no, setNo] = useState(1);
  const tanks = Array.from({ length: Math.min(2, count) }, (_, i) => i + 1);
  return (
    <>
      {tanks.length > 1 ? (
        <Segmented
          className="resources-vehicle-tank-tabs"
          aria-label="油箱"
          options={tanks.map((tank) => ({ value: tank, label: `油箱${tank}` }))}
          value={no}
          onChange={setNo}
        />
      ) : null}
      <TankForm key={no} setting={setting} no={no} reload={reload} />
    </>
  );
}
