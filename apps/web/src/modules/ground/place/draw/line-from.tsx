import { placeSource } from '@tongda/contract/ground/place/enums';
import { Button } from 'antd';
import { History, Route } from 'lucide-react';
import type { NewPlace } from '../form';
import './line.css';

/** Buttons for making a line other than by drawing it, and a note on a line of straight legs. */
export function LineFrom({ place, open }: { place: NewPlace; open: (what: 'track' | 'plan') => void }) {
  return (
    <>
      <div className="ground-place-draw-from">
        <span className="td-cap">在地图上逐点绘制，或</span>
        <Button icon={<History />} onClick={() => open('track')}>
          轨迹生成
        </Button>
        <Button icon={<Route />} onClick={() => open('plan')}>
          规划生成
        </Button>
      </div>
      {place.source === placeSource.estimate ? (
        <p className="ground-place-draw-note">估算：各点间为直线，没有沿道路，请拖动修正走向</p>
      ) : null}
    </>
  );
}
