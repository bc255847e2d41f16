-- Run once, by the first member.
\getenv password GOODIES_PASSWORD
create role goodies login password :'password' in role pg_monitor;
create database goodies owner goodies;
\connect goodies
\ir limits.sql
