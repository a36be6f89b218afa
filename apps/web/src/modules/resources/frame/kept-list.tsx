import { keptKind } from '@tongda/contract/resources/frame/enums';
import {
  type KeptMessageRow,
  keptColumns,
  keptPage,
  keptShow,
  recorderKeptPage,
  recorderKeptShow,
} from '@tongda/contract/resources/frame/kept';
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

interface KeptProps {
  of: typeof keptPage | typeof recorderKeptPage;
  show: typeof keptShow | typeof recorderKeptShow;
  /** whose list it is */
  fixed: { vehicleId: string } | { portableId: string };
  columns: typeof keptColumns;
  empty: string;
}

/** 终端数据 of a vehicle: waybills, data of the driving recorder and the CAN bus, and what devices behind the terminal said. */
export function KeptMessages({ vehicleId }: { vehicleId: string }) {
  return (
    <Kept of={keptPage} show={keptShow} fixed={{ vehicleId }} columns={keptColumns} empty="终端没有上传过这类数据" />
  );
}

/** 终端数据 of a portable recorder. */
export function RecorderMessages({ portableId }: { portableId: string }) {
  return (
    <Kept
      of={recorderKeptPage}
      show={recorderKeptShow}
      fixed={{ portableId }}
      columns={recorderColumns}
      empty="设备没有上传过电子运单或其他数据"
    />
  );
}
/** its number is that of the drawer */
const recorderColumns = keptColumns.filter(({ value }) => value !== 'terminalNo');

function Kept({ of, show, fixed, columns, empty }: KeptProps) {
  const [kind, setKind] = useState<number>(all);
  const [shown, setShown] = useState<KeptMessageRow | null>(null);
  return (
    <>
      <InnerList<KeptMessageRow>
        key={kind}
        of={of}
        columns={columns}
        fixed={{ ...fixed, ...(kind === all ? {} : { kind }) }}
        tools={<Segmented value={kind} options={kinds} onChange={setKind} />}
        rowActions={(row) => [{ label: '详情', run: () => setShown(row) }]}
        empty={empty}
      />
      {shown ? (
        <Drawer open size={760} title={`${keptKind.label(shown.kind)} ${shown.time}`} onClose={() => setShown(null)}>
          <Asked of={show} input={{ id: shown.id }}>
            {(frame) => <FrameView frame={frame} />}
          </Asked>
        </Drawer>
      ) : null}
    </>
  );
}
