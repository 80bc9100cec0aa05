import { columnEdgesModel } from '../../src/machines/columnEdges/columnEdges.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(columnEdgesModel);
