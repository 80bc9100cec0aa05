import { securityLogModel } from '../../src/machines/securityLog/securityLog.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(securityLogModel, { promises: ['load', 'makeFile'] });
