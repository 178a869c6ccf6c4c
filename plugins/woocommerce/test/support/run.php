<?php
/** Runs PHP code from standard input inside the shop and prints what it returns as JSON. For tests. */

[, $folder] = $argv;
$_SERVER['HTTP_HOST'] = 'shop.example';
require "$folder/wp-load.php";
wp_set_current_user(1);
echo "\n" . json_encode(eval(stream_get_contents(STDIN)));
