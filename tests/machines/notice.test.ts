import { noticeModel } from '../../src/machines/notice/notice.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(noticeModel);
