import type { WireShape } from '@tongda/contract/ground/place/shape';
import type { FormInstance } from 'antd';
import { useCallback, useRef, useState } from 'react';
import type { Values } from '../../../../kit/form/edit-schema';
import type { DrawTool } from '../../../../map/draw/model';
import { groundColours } from '../../../../theme/map-colours';

interface Draft {
  shape: WireShape | null;
  color: string;
}
const blank: Draft = { shape: null, color: groundColours.site };

/** The shape that is being drawn. The form beside the map owns it; the map shows it and writes into the form. */
export function useDraft(first: DrawTool | null) {
  const [tool, setTool] = useState<DrawTool | null>(first);
  const [draft, setDraft] = useState<Draft>(blank);
  const form = useRef<FormInstance<Values> | null>(null);
  const write = useCallback((shape: WireShape | null): void => {
    form.current?.setFields([{ name: ['shape'], value: shape, touched: true, errors: [] }]);
    setDraft((old) => ({ ...old, shape }));
  }, []);
  const endTool = useCallback(() => setTool(null), []);
  const reset = useCallback((next: DrawTool | null): void => {
    form.current = null;
    setDraft(blank);
    setTool(next);
  }, []);
  /** starts drawing a line, for splitting; what was drawn before is dropped */
  const beginLine = useCallback(() => reset('line'), [reset]);
  /** props for the fields of the form `of`, which from then on gets what is drawn */
  const fields = (of: FormInstance<Values>) => {
    form.current = of;
    return { tool, onTool: setTool, onDraft: setDraft };
  };
  return { tool, draft, write, endTool, reset, beginLine, fields };
}
export type DraftOnMap = ReturnType<typeof useDraft>;
