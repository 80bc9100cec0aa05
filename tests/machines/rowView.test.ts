import { rowViewModel } from '../../src/machines/rowView/rowView.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(rowViewModel, { promises: [] });
