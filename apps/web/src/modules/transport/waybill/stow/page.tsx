import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { BoardOrder } from '@tongda/contract/transport/waybill/stow/board';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkFrame } from '../../../../kit/work/frame';
import { useDirtyFlag } from '../use-dirty-flag';
import { AddButton, BoardHead } from './board/head';
import { BoardTrip } from './board/trip';
import { useBoard } from './board/use';
import { LoadRow } from './load-row';
import { PoolPane } from './pool-pane';
import './styles.css';

const listOf = (text: string | null): string[] => (text ? text.split(',').filter(Boolean) : []);

/** 配载: orders that wait on the left, trucks with their live load on the right. `?code=` opens waybills, `?orders=` ticks orders. */
export function StowagePage({ trunk = false, pickUps = false }: { trunk?: boolean; pickUps?: boolean }) {
  const [params] = useSearchParams();
  const start = useMemo(
    () => ({
      kind: pickUps ? waybillKind.billOfLading : trunk ? waybillKind.stowage : waybillKind.transportTask,
      codes: listOf(params.get('code')),
      orders: listOf(params.get('orders')),
    }),
    [params, trunk, pickUps],
  );
  const board = useBoard(start);
  const [dragged, setDragged] = useState<readonly BoardOrder[]>([]);
  const [over, setOver] = useState<string | null>(null);
  useDirtyFlag(board.loads.some((load) => load.changed));
  if (board.error && !board.ready) return <ErrorState error={board.error} retry={board.retry} />;
  if (!board.ready) return <Loading />;
  return (
    <WorkFrame
      head={{
        className: 'transport-waybill-stow-head',
        title: board.base.kind === waybillKind.billOfLading ? '提货配载' : '配载',
        back: -1,
        marks: <BoardHead board={board} />,
      }}
    >
      <div className="transport-waybill-stow-body">
        <PoolPane board={board} dragged={dragged} drag={setDragged} />
        <div className="transport-waybill-stow-main">
          <div className="transport-waybill-stow-loads" data-dragging={dragged.length > 0}>
            <div className="transport-waybill-stow-cols">
              <span>车辆</span>
              <span>装载图（先卸的靠车门）</span>
              <span>装载率</span>
            </div>
            {board.loads.map((load) => (
              <LoadRow
                key={load.key}
                board={board}
                load={load}
                dragged={dragged}
                drag={setDragged}
                over={over === load.key}
                setOver={(is) => setOver(is ? load.key : null)}
              />
            ))}
            {board.loads.length === 0 ? (
              <Empty
                title="还没有车辆"
                text="添加车辆，或勾选订单后用“推荐车辆”，再把订单拖到车上"
                action={<AddButton board={board} />}
              />
            ) : null}
          </div>
          <BoardTrip load={board.current ?? board.loads[0] ?? null} waiting={board.waiting} />
        </div>
      </div>
    </WorkFrame>
  );
}

/** The same board for pick-up orders: a loop past their senders back to a site. */
export const PickUpStowagePage = () => <StowagePage pickUps />;

/** The same board for trunk loads between sites. */
export const TrunkStowagePage = () => <StowagePage trunk />;
