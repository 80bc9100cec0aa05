-- What each table, view and function is for: server/db/schema shows it beside their present text.
comment on table users is 'People with an account. A deleted account keeps its row without a name and address, because history refers to it.';
comment on table registrations is 'Accounts asked for and not yet confirmed by the link that was mailed. They are apart from users, so that a registration cannot change an account.';
comment on table registration_links is 'Links mailed for a registration, by the hash of their token.';
comment on table person_links is 'Links mailed to people with an account, for one use each, by the hash of their token.';
comment on table address_changes is 'Changes of an account''s email address. Rows stay after the change, because the link mailed to the old address can take it back.';
comment on table refresh_families is 'One row for each login. Raising generation makes every access token issued in it so far invalid.';
comment on table refresh_tokens is 'Refresh tokens by their hash. One that is used a second time ends its login.';
comment on table known_devices is 'Devices and networks from which a person has logged in, as hashes. A login from another one is reported by mail.';
comment on table factors is 'Second factors of people: authenticator apps and passkeys.';
comment on table factor_tickets is 'Steps under way that are used once: a login between its two steps, a factor being added, a challenge for a passkey.';
comment on table recovery_codes is 'Codes that replace a second factor, as hashes. The codes of one person share a salt, so that a typed code is hashed once.';
comment on table api_tokens is 'Tokens people make for their programs, kept as hashes.';
comment on table attempts is 'Attempts counted against a limit, by what is limited, until the count ends.';
comment on table company_identities is 'Accounts linked to an identity at a provider of single sign-on: the provider''s name for the person, not the email address.';
comment on table company_sessions is 'Logins made through a provider, by its session, so that a logout there ends them here.';
comment on table company_sign_ins is 'Sign-ins through a provider that are under way, each known to one browser by a cookie.';
comment on table security_log is 'Security events in the names of that moment. Rows have no foreign keys, so they outlive the person and the team; they are never changed.';
comment on table outgoing_mails is 'Mails to be delivered. Their links are made when they are sent, so that no usable link is stored.';
comment on table kept_answers is 'Answers to writes with an Idempotency-Key, stored in the transaction of the write.';
comment on table done_keys is 'Idempotency keys whose answers are no longer kept: a write sent again with one is refused, not repeated.';

comment on table teams is 'Companies. Every other key of a team''s data begins with team_id, so that the data can be distributed by team.';
comment on table members is 'Who belongs to which team, in which role.';
comment on table former_members is 'Members of a team that is to be deleted, so that they can be restored with it.';
comment on table invitations is 'Invitations to a team.';
comment on table invitation_links is 'One link for each mail of an invitation: an invitation that is sent again still opens by the older mail.';
comment on table project_limits is 'What a regular member may do in a project and whether they see its prices. No row means everything. Rows of an admin are kept for when they become a regular member again.';
comment on table later_limits is 'The limits a member will have in projects made later.';
comment on table preferences is 'How a person has set up their screens, by subject. The schemas are in domain/; a value that no longer fits its schema is ignored.';

comment on table projects is 'Projects, with their client and the data of the contract.';
comment on table versions is 'Versions of a project''s estimate. contract_id is the first version of the same contract (null for that one itself), carried_from the version whose work this one continues; is_separate marks a contract of its own beside another one.';
comment on table lists is 'Lists of a version.';
comment on table estimate_rows is 'Rows and section headings of lists, in the order of ("order", id). The amounts are computed by domain/amounts.ts when a row is written.';
comment on table percent_lines is 'Additional costs and taxes of a version.';
comment on table list_totals is 'Sums and number of rows of each list, kept by triggers so that no read adds up a list.';
comment on table section_totals is 'Sums and outline of each section. own_… counts the rows up to the next heading, the others include nested sections. level, parent_id and heading_count are worked out by domain/sections.ts before a transaction that touched a heading ends.';
comment on table unsettled_outlines is 'Lists whose headings have changed in this transaction, until their outline is worked out.';
comment on table version_totals is 'The price of each version and what its approved extras add to it.';
comment on table row_views is 'How each person folds, sorts and filters a list. The schema is in domain/; a value that no longer fits it is ignored.';
comment on table row_comments is 'Comments on rows. They are kept when the row is deleted, because undo brings it back.';
comment on table comment_reads is 'Up to when a person has read the comments of a row, and how many there were then.';
comment on table heartbeats is 'When a browser last reported that a version is open in it.';
comment on table unit is 'Known units of measure.';

comment on table act_status is 'The statuses of an act, in their order.';
comment on table acts is 'Acts of a version in the order of their place. Place 0 holds the work carried over from an earlier version and is not an act that a call may name.';
comment on table act_rows is 'Quantities claimed in an act, only for rows in which something was done. The id is row_id · 4096 + place of the act (domain/act.ts).';
comment on table act_totals is 'The price of each act.';
comment on table act_list_totals is 'Sums of a list with everything done up to and with an act.';
comment on table act_section_totals is 'Sums of a section, nested ones included, with everything done up to and with an act.';
comment on table act_links is 'Public links of acts, found by their hash alone because the team is not known before.';
comment on table act_answers is 'Answers of clients to acts. A withdrawn answer stays, so that a holder who sends it again is told.';
comment on table act_answer_rows is 'Rows that were certified differently from the claim, under the id of the act''s row.';
comment on table act_answer_lists is 'Sums of each list as claimed, up to and with the answered act: act_list_totals as it was before the answer.';
comment on table places_taken is 'The last place that an act of each version has had. Places are not used again, because a late edit of a deleted act would reach the act that took its place.';
comment on table extras is 'Quantities beyond or below the estimated one of a row: asked for, approved, refused or withdrawn.';
comment on table row_extras is 'The approved extras of each row: their quantity, and what they add to the row''s amounts.';
comment on table section_extras is 'The amounts of row_extras by section, outer sections included.';

comment on table carryings is 'Each time the work of one version was carried to a newer one. A carrying that was undone stays with withdrawn_at; redo makes it again from what was decided.';
comment on table carried_rows is 'Rows whose work was carried: the newer row, the older row, and by how much the work done changed.';
comment on table settled_rows is 'Work done that has no row in the newer version: fixed money.';
comment on table certificates is 'Payment certificates that have been issued, in their order within a contract.';
comment on table project_terms is 'The terms of payment of a project, one row for each change. The latest one that is not withdrawn applies; undo withdraws.';

comment on table recent_events is 'The log of a project''s edits. processed is false while an event is undone.';
comment on table event_changes is 'Images of the records an event changed, one step for each statement. Undo and redo replay them.';
comment on table event_notes is 'Changes of certificates and extras for the readable history. They are not replayed.';
comment on table event_places is 'In which version, list and act each event happened, so that the history of one is a range of an index. An event in several lists has a row for each.';
comment on table moments is 'Named points in time of a project. The estimate at that point is the present one with the later events taken back.';
comment on table project_changes is 'The latest edits, undos and redos of each project with the records they touched, for live queries.';

comment on table imports is 'The file a project is being imported from, until it is finished or cancelled: one at most.';
comment on table import_files is 'The bytes of the file, in pieces, as long as its columns may be corrected.';
comment on table import_lists is 'Lists found in the file, with how their columns were recognised.';
comment on table import_rows is 'Rows read from the file, with their errors, remarks and corrections.';
comment on table import_lines is 'Additional costs and taxes that the file states in percents.';
comment on table import_list_facts is 'Sums and counts of each list of an import, kept by triggers so that no correction adds up a list.';
comment on table import_vanished is 'Rows of the base version that the file no longer has.';
comment on table import_mappings is 'What a team has said of columns, by the header that names them, for later imports.';

comment on table migrations is 'Migrations that this database has.';
comment on table readiness is 'Written by /readyz to prove that writes work.';
comment on table backup_runs is 'Backups made by the servers themselves, and why others failed.';

comment on view presence is 'Who has which version open now.';
comment on view public_act is 'Acts that a public link may show, with when anything in their project last changed.';
comment on view open_versions is 'Versions that are not deleted, of projects that are not deleted.';
comment on view places is 'Where each record that a call may name is. Replaced by place_of; kept for processes of an earlier version during an upgrade.';
comment on view project_access is 'What each member may do in each project.';
comment on view numbered_acts is 'Acts without the carried work at place 0.';
comment on view team_projects is 'A hash of a team''s projects that changes when one is made, renamed, deleted or gets another status.';

comment on function as_texts is 'The values of a JSON object as texts, because JavaScript would lose digits of numbers.';
comment on function teams_open_to is 'The teams a person may use: theirs, except those that require a second factor the person does not have.';
comment on function standing_of is 'Whether a login or API token is still valid, and the person''s role in the team. Volatile, so that it sees what others committed while the statement waited for a lock.';
comment on function limit_of is 'What a person is limited to in a project: ''reads'' or ''acts'', either with '' unpriced'' when prices are hidden, or null for no limit. Volatile, as standing_of.';
comment on function limit_new_project is 'Gives a new project the limits members have in later projects.';
comment on function keep_security_log is 'Refuses changes of the security log. Rows may be deleted only when they are older than actum.security_log_days, 30 days at least.';

comment on function place_of is 'Where a record that a call may name is, within these teams. Nothing for what is deleted or lies in something deleted, or for carried work.';
comment on function lock_place is 'Locks the project of a record until the transaction ends, and returns where the record is: nothing when it is gone or the person is no member. The place is read again after the wait, by a new statement, because only that one sees what others have committed meanwhile; so the function is volatile. at_place asks for the act at that place of the version as well.';
comment on function version_frozen is 'Whether the rows of a version are closed to edits: it has an act, or a newer version continues it.';

comment on function read_rows is 'Rows in the order of ids, each with the sums of its section. around adds the headings they are in. Each table is looked up row by row, because without statistics a join would read all of it.';
comment on function read_one_row is 'read_rows for one row, step by step: a plan for any number of rows takes longer to start than these steps take.';
comment on function read_window is 'Rows of a list from skip on, column by column, as the text of the answer; null for a list of another team. columns has the fields of Row (domain/api/shapes.ts) in their order.';
comment on function read_summary is 'The lists of a version with their sums and extras, and its percent lines.';
comment on function read_acts is 'The acts of a version from the one at from_place on (or the last one before it), with the sums of their lists and their claim of one row.';
comment on function read_claims is 'read_rows, and for each row the claim of the act at this place, the claims before it, the extra and the certified quantity; for a heading the sums with this act and before it.';
comment on function set_row is 'Sets the columns of a row that content names, within the open event.';
comment on function set_line is 'Sets the columns of an additional cost or tax that content names, within the open event.';
comment on function set_claim is 'Sets the claimed quantity of a row in an act. moves says by how much the sums of this act and of each later one change, for the list and the row''s sections.';
comment on function keep_price is 'Stores the price of a version.';
comment on function keep_act_prices is 'Stores the prices of acts.';
comment on function keep_row_extra is 'Stores the approved extras of a row and changes the sums of its sections accordingly.';
comment on function awaits_answer is 'Whether a client may answer an act now: it is submitted and a link for answers is open.';

comment on function section_at is 'The nearest heading above a position of a list, or at it.';
comment on function recount_own_rows is 'Adds up the rows between each of these headings and the next one again.';
comment on function keep_list_totals is 'Keeps list_totals when rows change.';
comment on function keep_section_totals_after_insert is 'Keeps section_totals when rows are added.';
comment on function keep_section_totals_after_update is 'Keeps section_totals when rows change. An edit of one row only adds its difference to the headings above it.';
comment on function keep_section_totals_after_delete is 'Keeps section_totals when rows are removed.';
comment on function keep_import_facts_after_insert is 'Keeps import_list_facts when rows are read.';
comment on function keep_import_facts_after_update is 'Keeps import_list_facts when rows are corrected.';
comment on function keep_import_facts_after_delete is 'Keeps import_list_facts when rows are removed from a list that stays.';
comment on function keep_places_taken is 'Notes the last place taken by an act. A trigger, because processes of an earlier version make acts too during an upgrade.';

comment on function check_claims is 'A foreign key checked once per statement: claims have their act and their row.';
comment on function check_moved_claim is 'The same for a claim whose act or row was changed.';
comment on function check_lists_of_estimate_rows is 'A foreign key checked once per statement: rows have their list.';
comment on function check_list_of_moved_row is 'The same for a row that was moved to another list.';
comment on function check_lists_of_import_rows is 'A foreign key checked once per statement: rows of an import have their list.';
comment on function check_events_of_changes is 'A foreign key checked once per statement: images have their event.';
comment on function keep_acts_of_claims is 'Refuses to delete an act that still has claims.';
comment on function keep_rows_of_claims is 'Refuses to delete a row that still has claims.';
comment on function keep_lists_of_rows is 'Refuses to delete a list that still has rows.';
comment on function delete_changes_of_events is 'Deletes the images of deleted events.';
comment on function delete_rows_of_import_lists is 'Deletes the rows and sums of deleted lists of an import.';
comment on function certificate_stays is 'Refuses to change an issued certificate in anything but its payment.';

comment on function record_event is 'Begins an event: logged writes of this transaction belong to it from then on. Undone events are discarded, but kept where a named moment needs them. Followers of the project are notified.';
comment on function record_change is 'Stores images of what a statement changed in the event named by actum.event; none without one, as in an import.';
comment on function note_certificate is 'Stores the change of a certificate in the event named by actum.event.';
comment on function note_extra is 'Stores the change of a row''s approved extras in the event named by actum.event.';
comment on function replay_event is 'Takes back the images of an event, or puts them again when forward, step by step. Raises AC409 when a record is no longer as the event left it.';
comment on function keep_event_places is 'Stores where an event happened. An event without images made a whole version, or decided an extra.';
comment on function touched_in_place is 'The one row or claim that an event changed without moving it; nothing for any other event.';
comment on function touched_by is 'The records an event touched, for live queries. Rows and claims are named only when there are few of them.';
comment on function complete_project_change is 'Completes the entry of project_changes when the transaction commits, because only then are all images there. The latest 100 of a project are kept.';
comment on aggregate merged (jsonb) is 'JSON objects joined: of a key that several have, the last one''s value.';
comment on function small_image is 'An image reduced to what the readable history and named moments need: changed values, the name and where the record was. An image that is small already stays as it is.';
comment on function tell_of_projects is 'Notifies the followers of a team''s projects.';
