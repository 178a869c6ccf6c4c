// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./Token.sol";

/// Keeps one percent of every transfer, so less arrives than was sent.
contract FeeToken is Token {
    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = value / 100;
        super._move(from, to, value - fee);
        super._move(from, address(0xfee), fee);
    }
}
