import { keptKind } from '@tongda/contract/resources/frame/enums';
import { type KeptMessageRow, keptColumns, keptPage, keptShow } from '@tongda/contract/resources/frame/kept';
import { Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { Asked } from '../../../kit/detail/asked';
import { InnerList } from '../../../kit/list/inner';
import { FrameView } from './fields';
import './styles.css';

const all = 0;
const kinds = [
  { value: all, label: '全部' },
  ...keptKind.options.map(({ code, name }) => ({ value: code, label: name })),
];

/** 终端数据 of a vehicle: waybills, data of the driving recorder and the CAN bus, and what devices behind the terminal said. */
export function KeptMessages({ vehicleId }: { vehicleId: string }) {
  const [kind, setKind] = useState<number>(all);
  const [shown, setShown] = useState<KeptMessageRow | null>(null);
  return (
    <>
      <InnerList<KeptMessageRow>
        key={kind}
        of={keptPage}
        columns={keptColumns}
        fixed={{ vehicleId, ...(kind === all ? {} : { kind }) }}
        tools={<Segmented value={kind} options={kinds} onChange={setKind} />}
        rowActions={(row) => [{ label: '详情', run: () => setShown(row) }]}
        empty="终端没有上传过这类数据"
      />
      {shown ? (
        <Drawer open size={760} title={`${keptKind.label(shown.kind)} ${shown.time}`} onClose={() => setShown(null)}>
          <Asked of={keptShow} input={{ id: shown.id }}>
            {(frame) => <FrameView frame={frame} />}
          </Asked>
        </Drawer>
      ) : null}
    </>
  );
}
