import { transportStatus } from '@tongda/contract/transport/enums';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TotalPieces } from './cells';

const shown = (state: number): string =>
  renderToStaticMarkup(<TotalPieces row={{ transportStatus: state, totalPieces: 1240 }} />);

it('says of the pieces of a trip that has not left that they are planned, and of no other', () => {
  expect(shown(transportStatus.toDepart)).toBe('<span class="td-quiet">计划 1,240</span>');
  expect(shown(transportStatus.inTransit)).toBe('1,240');
  expect(shown(transportStatus.complete)).toBe('1,240');
});
