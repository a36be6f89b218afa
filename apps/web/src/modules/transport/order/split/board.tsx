import { type Goods, piecesByVehicle, splitChildren } from '@tongda/contract/transport/order/split';
import { stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { Button, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import type { ActTroubles } from '../../../../kit/dialog/act-bar';
import { toast } from '../../../../kit/dialog/notify';
import { formatNumber } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';
import { WorkBar, WorkNote } from '../../../../kit/work/bar';
import { countColumn, LinesTable } from '../../../../kit/work/lines-table';
import { WorkPage } from '../../../../kit/work/page';
import { type Matrix, piecesLeft, problemOf, resizeMatrix, splitEvenly } from './model';
import '../styles.css';

interface SplitBoardProps {
  title: string;
  code: ReactNode;
  status: ReactNode;
  /** what is divided, in a line */
  meta: string;
  goods: readonly Goods[];
  matrix: Matrix;
  put: (matrix: Matrix) => void;
  /** further ways to divide */
  ways?: ReactNode;
  /** what stands at the right of the tools */
  aside?: ReactNode;
  /** more rows of an item, under its pieces */
  itemRows?: (item: Goods, i: number) => ReactNode;
  /** another reason why it cannot be divided like this */
  trouble?: string | null;
  /** rows of sums under the pieces */
  foot?: ReactNode;
  note: string;
  act: ActTroubles & { busy: boolean };
  save: () => void;
}

/** 拆单: how many pieces of each line go with which child; for orders and for pick-ups. */
export function SplitBoard({ goods, matrix, put, ...props }: SplitBoardProps) {
  const navigate = useNavigate();
  const count = matrix[0]?.length ?? 0;
  const problem = problemOf(goods, matrix) ?? props.trouble ?? null;
  const set = (item: number, child: number, pieces: number): void =>
    put(matrix.map((row, i) => (i === item ? row.map((n, k) => (k === child ? pieces : n)) : row)));
  return (
    <WorkPage
      head={{ title: props.title, back: -1, code: props.code, marks: props.status, meta: props.meta }}
      acts={[props.act]}
      tools={
        <>
          子单数
          <InputNumber
            aria-label="子单数"
            value={count}
            className="transport-order-split-count"
            min={splitChildren.min}
            max={splitChildren.max}
            precision={0}
            onChange={(next) => next && put(resizeMatrix(matrix, next))}
          />
          <Button onClick={() => put(splitEvenly(goods, count))}>自动均分</Button>
          <ByVehicle goods={goods} put={put} />
          {props.ways}
          {props.aside}
        </>
      }
      bar={
        <WorkBar note={<WorkNote tone="bad">{problem}</WorkNote>}>
          <Button onClick={() => void navigate(-1)}>取消</Button>
          <Button type="primary" disabled={problem !== null} loading={props.act.busy} onClick={props.save}>
            确认拆单
          </Button>
        </WorkBar>
      }
    >
      <div className="transport-order-split">
        <LinesTable
          lines={goods}
          keyOf={(item) => item.itemId}
          below={props.itemRows}
          foot={props.foot}
          columns={[
            {
              key: 'name',
              label: '品名',
              cell: (item) => (
                <>
                  <TempClasses codes={[item.temperatureType]} /> {item.name}
                </>
              ),
            },
            { key: 'pieces', label: '原件数', num: true, cell: (item) => formatNumber(item.pieces) },
            ...childNames(count).map((name, child) =>
              countColumn<Goods>({
                key: name,
                label: name,
                name: (item) => `${item.name}${name}件数`,
                value: (_, i) => matrix[i]?.[child] ?? null,
                put: (_, pieces, i) => set(i, child, pieces ?? 0),
                widthPx: 84,
              }),
            ),
            {
              key: 'left',
              label: '剩余',
              num: true,
              cell: (item, i) => formatNumber(piecesLeft(item, matrix[i] ?? [])),
              tone: (item, i) => (piecesLeft(item, matrix[i] ?? []) === 0 ? undefined : 'bad'),
            },
          ]}
        />
      </div>
      <p className="td-cap">{props.note}</p>
    </WorkPage>
  );
}

export const childNames = (count: number): string[] => Array.from({ length: count }, (_, i) => `子单${i + 1}`);

/** 按车型: fills trucks of one size of the fleet one after another. */
function ByVehicle({ goods, put }: { goods: readonly Goods[]; put: (matrix: Matrix) => void }) {
  const { data } = useAsk(stowageVehicles, undefined, { staleTime: 60_000 });
  const sizes = new Map<string, { loadKg: number; volumeM3: number }>();
  for (const { lengthM, ratedLoadKg, boxVolumeM3 } of data ?? [])
    if (ratedLoadKg && boxVolumeM3)
      sizes.set(
        `${lengthM === null ? '' : `${lengthM}米 `}${formatNumber(ratedLoadKg)} kg / ${formatNumber(boxVolumeM3, 1)} m³`,
        {
          loadKg: ratedLoadKg,
          volumeM3: boxVolumeM3,
        },
      );
  const divide = (name: string): void => {
    const size = sizes.get(name);
    const matrix = size ? piecesByVehicle(goods, size) : null;
    const children = matrix?.[0]?.length ?? 0;
    if (!matrix) toast('info', `${name}：一车能装下，或单件就超过一车，不按车型拆`);
    else if (children > splitChildren.max) toast('info', `${name}：需要${children}车，子单最多${splitChildren.max}个`);
    else put(matrix);
  };
  return (
    <Select
      aria-label="按车型拆单"
      placeholder="按车型拆单"
      value={null}
      popupMatchSelectWidth={false}
      options={[...sizes.keys()].sort().map((value) => ({ value, label: value }))}
      onChange={(name: string | null) => name && divide(name)}
    />
  );
}
