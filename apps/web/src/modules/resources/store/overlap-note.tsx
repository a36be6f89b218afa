import type { Input } from '@tongda/contract/core/endpoint';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { overlapWarnPercent, storeOverlaps } from '@tongda/contract/resources/store/arrivals';
import { Alert, Form } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { storeLinks } from './links';

const restMs = 500;

/** Warns that the drawn fence overlaps fences of other stores, because arrivals would count for both. Saving stays possible. */
export function OverlapNote({ id }: { id: string | undefined }) {
  const shape = Form.useWatch<WireShape | null | undefined>('shape');
  const [asked, setAsked] = useState<WireShape | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(shape ?? null), restMs);
    return () => clearTimeout(timer);
  }, [shape]);
  // the drawing hands over shapes as calls take them
  const input = asked && { id, shape: asked as Input<typeof storeOverlaps>['shape'] };
  const { data } = useAsk(storeOverlaps, input, { retry: false });
  if (asked === null || !data || data.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="resources-store-overlap"
      title={
        <>
          围栏与{' '}
          {data.map((other, i) => (
            <span key={other.id}>
              {i > 0 ? '、' : ''}
              <Link to={storeLinks.edit(other.id)} target="_blank">
                {other.storeName}
              </Link>{' '}
              重叠 {other.percent}%
            </span>
          ))}
          （超过{overlapWarnPercent}%），车辆到店会同时计入这些门店；可缩小半径或移动围栏，也可以直接保存。
        </>
      }
    />
  );
}
