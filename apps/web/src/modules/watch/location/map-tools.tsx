import { keysOf } from '@tongda/contract/core/keys';
import { type AlarmCounts, countWords } from '@tongda/contract/watch/alarm/urgency';
import { Segmented, Tooltip } from 'antd';
import { Camera, Expand, Maximize, Siren } from 'lucide-react';
import { memo } from 'react';
import { PlacesToggle } from '../../../map/places/of-company';
import type { MapHandle } from '../../../map/view/handle';
import { type LabelMode, labelModes } from './map-vehicles';

interface ToolsProps {
  labels: LabelMode;
  onLabels: (mode: LabelMode) => void;
  map: { current: MapHandle | null };
  page: { current: HTMLElement | null };
  onFit: () => void;
  /** how many alarms wait */
  alarms: AlarmCounts;
  feedOpen: boolean;
  onFeed: () => void;
}
/** Above the map: words at the symbols, alarms, layers, view. */
export const MapTools = memo(function MapTools(props: ToolsProps) {
  const { labels, onLabels, map, page, onFit, alarms, feedOpen } = props;
  const save = async (): Promise<void> => {
    const picture = await map.current?.screenshot();
    if (!picture) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(picture);
    link.download = `车辆位置-${new Date().toISOString().slice(0, 10)}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="watch-location-modes" data-map-panel>
      <Segmented
        size="small"
        value={labels}
        onChange={onLabels}
        options={keysOf(labelModes).map((value) => ({ value, label: labelModes[value] }))}
      />
      <button
        type="button"
        className={feedOpen ? 'watch-location-alarms on' : 'watch-location-alarms'}
        aria-pressed={feedOpen}
        aria-label={`实时报警，新 ${alarms.fresh} 条`}
        title={countWords.fresh}
        onClick={props.onFeed}
      >
        <Siren />
        报警<b>{alarms.fresh > 0 ? alarms.fresh : ''}</b>
      </button>
      <PlacesToggle />
      <Tooltip title="看到全部车辆">
        <button type="button" className="map-view-icon" aria-label="看到全部车辆" onClick={onFit}>
          <Maximize />
        </button>
      </Tooltip>
      <Tooltip title="地图截图">
        <button type="button" className="map-view-icon" aria-label="地图截图" onClick={() => void save()}>
          <Camera />
        </button>
      </Tooltip>
      <Tooltip title="全屏">
        <button
          type="button"
          className="map-view-icon"
          aria-label="全屏"
          onClick={() =>
            void (document.fullscreenElement ? document.exitFullscreen() : page.current?.requestFullscreen())
          }
        >
          <Expand />
        </button>
      </Tooltip>
    </div>
  );
});
